import{J as $,a as v,c as h,d as S,fa as j,i as w,j as M,ja as F,ka as O,la as k,na as A,p as e,pa as W,q as y,ra as T,zb as N}from"./chunk.js";var E=`/* Your own rules */
.your-rules {
  max-width: 1400px;
  margin: 0 auto;
  padding: 24px 20px;
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  align-items: start;
  gap: 16px;
}
.your-rules h1 {
  grid-column: 1 / -1;
}
.your-rules > .card {
  display: grid;
  gap: 12px;
}
.source-and-fault textarea {
  width: 100%;
  font: 0.86rem / 1.5 var(--mono);
  padding: 8px 10px;
  resize: vertical;
}
.source-and-fault {
  position: relative;
}
/* Beside the line that is wrong. */
.source-and-fault .fault {
  position: absolute;
  right: 8px;
  top: calc(7px + var(--line) * 1.5 * 0.86rem);
  max-width: 56%;
  padding: 1px 8px;
  border-radius: 6px;
  background: var(--bad-soft);
  color: var(--bad);
  font-size: 0.87rem;
  overflow-wrap: anywhere;
}
.source-and-fault .fault:empty {
  display: none;
}
.your-rules .thumb {
  justify-self: center;
  width: 100%;
  max-width: 400px;
  max-height: 50vh;
}
.your-rules .meant ul {
  list-style: none;
  padding: 0;
  margin: 8px 0 16px;
  display: grid;
  gap: 8px;
  font-size: 0.93rem;
}
.your-rules .meant ul.notice {
  padding: 8px 12px;
}
.your-rules .meant code {
  margin-right: 4px;
  padding: 1px 5px;
  border-radius: 4px;
  background: var(--sunken);
}
.your-rules .meant .notice code {
  background: none;
  padding: 0;
}
.your-rules .meant.old {
  opacity: 0.5;
}
.your-rules summary {
  cursor: pointer;
  margin-top: 8px;
}
.your-rules details p {
  margin-top: 8px;
  color: var(--soft);
  font-size: 0.87rem;
}
.your-rules h2 {
  font-size: 1rem;
  color: var(--ink);
}
.your-rules p {
  overflow-wrap: anywhere;
}
.your-rules a.off {
  opacity: 0.5;
  pointer-events: none;
}
@media (max-width: 999px) {
  .your-rules {
    grid-template-columns: minmax(0, 1fr);
  }
}
@media (max-width: 819px) {
  .your-rules {
    padding: 16px 10px;
  }
  .source-and-fault .fault {
    position: static;
    max-width: none;
    margin-top: 8px;
  }
}
@media (pointer: coarse) {
  .your-rules .row :is(button, .button),
  .your-rules select,
  .your-rules summary {
    min-height: 44px;
    align-content: center;
  }
}
`;var X={title:"Tic-tac-toe",board:[3,3],place:"empty",end:[{line:3,wins:"last"},{stuck:"next",wins:"nobody"}]};var C={title:"Amazons",board:[10,10],start:"3x2x3/10/10/x8x/10/10/X8X/10/10/3X2X3",pieces:{X:{moves:{step:"mQ",then:{block:"Q"}}}},end:{stuck:"next",wins:"last"}};var J={title:"Amazons on 6x6",board:[6,6],start:"2x2x/6/6/6/6/2X2X",pieces:{X:{moves:{step:"mQ",then:{block:"Q"}}}},end:{stuck:"next",wins:"last"}};var z={title:"Anti-Othello",board:[8,8],start:"8/8/8/3ox3/3xo3/8/8/8",place:{flips:!0},after:{flip:"enclosed"},end:{stuck:"both",wins:"fewest"}};var D={title:"Ataxx",board:[7,7],start:"X5x/7/7/7/7/7/x5X",pieces:{X:{moves:"mDmNmA"}},place:{beside:"own"},after:{flip:"beside"},end:[{none:"enemy",wins:"last"},{plies:100,wins:"most"},{stuck:"both",wins:"most"}]};var K={title:"Brandubh",board:[7,7],near:"W",start:"3D3/3D3/3d3/DDdkdDD/3d3/3D3/3D3",pieces:{D:{moves:{step:"mR",avoids:["corners","d4"]}},k:{moves:"mR"}},after:{take:"enclosed",length:1},hostile:["corners"],end:[{none:"k",wins:"first"},{reach:"corners",piece:"k",wins:"second"},{plies:100,wins:"nobody"},{stuck:"next",wins:"last"}]};var R={title:"Breakthrough",board:[8,8],start:"pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP",pieces:{P:{moves:"fmWfF"}},end:[{reach:"far",wins:"last"},{none:"enemy",wins:"last"},{stuck:"next",wins:"last"}]};var L={title:"Breakthrough on 6x6",board:[6,6],start:"pppppp/pppppp/6/6/PPPPPP/PPPPPP",pieces:{P:{moves:"fmWfF"}},end:[{reach:"far",wins:"last"},{none:"enemy",wins:"last"},{stuck:"next",wins:"last"}]};var I={title:"Checkers",board:[8,8],start:"1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1",pieces:{M:{moves:["fmF",{jump:"fF",again:"must"}],becomes:{K:"far"}},K:{moves:["mF",{jump:"F",again:"must"}]}},must:"take",end:[{plies:80,wins:"nobody"},{repeat:3,wins:"nobody"},{stuck:"next",wins:"last"}]};var Y={title:"Clobber",board:[6,5],start:"xXxXxX/XxXxXx/xXxXxX/XxXxXx/xXxXxX",pieces:{X:{moves:"cW"}},end:{stuck:"next",wins:"last"}};var B={title:"Col",board:[5,5],near:"W",place:{"not beside":"own"},end:{stuck:"next",wins:"last"}};var G={title:"Connect Four",board:[7,6],place:"lowest",end:[{line:4,wins:"last"},{stuck:"next",wins:"nobody"}]};var Q={title:"Connect6",board:[15,15],place:"empty",turn:[1,2],end:[{line:6,wins:"last"},{stuck:"next",wins:"nobody"}]};var q={title:"Domineering",board:[8,8],place:{shape:["1x2","2x1"]},end:{stuck:"next",wins:"last"}};var H={title:"Four in a row on 5x4",board:[5,4],place:"empty",end:[{line:4,wins:"last"},{stuck:"next",wins:"nobody"}]};var U={title:"Fox and hounds",board:[8,8],start:"1h1h1h1h/8/8/8/8/8/8/4F3",pieces:{F:{moves:"mF"},h:{moves:"fmF"}},end:[{reach:"far",piece:"F",wins:"first"},{plies:200,wins:"nobody"},{stuck:"next",wins:"last"}]};var _={title:"Gomoku, exactly five",board:[15,15],place:"empty",end:[{line:5,exact:!0,wins:"last"},{stuck:"next",wins:"nobody"}]};var V={title:"Hex",board:{hex:"rhombus",size:11},place:"empty",end:[{connect:[["top","bottom"],["left","right"]],wins:"last"},{stuck:"next",wins:"nobody"}]};var Z={title:"Hexapawn",board:[3,3],start:"ppp/3/PPP",pieces:{P:{moves:"fmWfcF"}},end:[{reach:"far",wins:"last"},{stuck:"next",wins:"last"}]};var ee={title:"Isola",board:[7,7],start:"3x3/7/7/7/7/7/3X3",pieces:{X:{moves:{step:"mK",then:{block:"empty"}}}},end:{stuck:"next",wins:"last"}};var te={title:"Knightthrough",board:[8,8],start:"pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP",pieces:{P:{moves:"fN"}},end:[{reach:"far",wins:"last"},{none:"enemy",wins:"last"},{stuck:"next",wins:"last"}]};var ne={title:"Konane",board:[6,6],near:"W",start:"XxXxXx/xXxXxX/XxXxXx/xXxXxX/XxXxXx/xXxXxX",pieces:{X:{moves:{jump:"W",again:"may",straight:!0}}},opening:[{remove:["centre","corners"]},{remove:"all",beside:"empty"}],end:{stuck:"next",wins:"last"}};var oe={title:"Lines of Action",board:[8,8],start:"1XXXXXX1/x6x/x6x/x6x/x6x/x6x/x6x/1XXXXXX1",pieces:{X:{moves:{step:"K",by:"line"}}},end:[{joined:"own",wins:"last"},{joined:"enemy",wins:"next"},{plies:200,wins:"nobody"},{repeat:2,wins:"nobody"},{stuck:"next",wins:"last"}]};var se={title:"Mis\xE8re tic-tac-toe",board:[3,3],place:"empty",end:[{line:3,wins:"next"},{stuck:"next",wins:"nobody"}]};var re={title:"Othello",board:[8,8],start:"8/8/8/3ox3/3xo3/8/8/8",place:{flips:!0},after:{flip:"enclosed"},end:{stuck:"both",wins:"most"}};var ie={title:"Othello on 6x6",board:[6,6],start:"6/6/2ox2/2xo2/6/6",place:{flips:!0},after:{flip:"enclosed"},end:{stuck:"both",wins:"most"}};var ae={title:"Pente",board:[13,13],place:"empty",after:{take:"enclosed",length:2},end:[{line:5,wins:"last"},{took:10,wins:"last"},{stuck:"next",wins:"nobody"}]};var le={title:"Snort",board:[5,5],near:"W",place:{"not beside":"enemy"},end:{stuck:"next",wins:"last"}};var pe={title:"Teeko, without its squares",board:[5,5],pieces:{X:{moves:"mK"}},place:{each:4},end:[{line:4,wins:"last"},{plies:60,wins:"nobody"},{stuck:"next",wins:"last"}]};var ce={title:"Three men's morris",board:[3,3],pieces:{X:{moves:"mK"}},place:{each:3},end:[{line:3,wins:"last"},{plies:60,wins:"nobody"},{stuck:"next",wins:"last"}]};var me={title:"Wild tic-tac-toe",board:[3,3],place:{piece:"any"},end:[{line:3,wins:"last"},{stuck:"next",wins:"nobody"}]};var ue={title:"Y",board:{hex:"triangle",size:9},place:"empty",end:[{connect:["top","left","slant"],wins:"last"},{stuck:"next",wins:"nobody"}]};var de={title:"Yavalath",board:{hex:"hexagon",size:5},place:"empty",end:[{line:4,wins:"last"},{line:3,wins:"next"},{stuck:"next",wins:"nobody"}]};var fe=[G,de,V,ue,re,R,I,C,K,_,se,me,H,Q,ae,ie,z,D,L,Z,te,Y,ne,J,oe,U,ce,pe,q,le,B,ee];function g(t){return`{
${Object.entries(t).map(([i,s])=>{let r=b(s),o=typeof s=="object"&&r.length>60?et(s):r;return`  ${JSON.stringify(i)}: ${o}`}).join(`,
`)}
}`}function et(t){let n=Array.isArray(t),i=Object.entries(t).map(([s,r])=>`    ${n?"":`${JSON.stringify(s)}: `}${b(r)}`);return n?`[
${i.join(`,
`)}
  ]`:`{
${i.join(`,
`)}
  }`}function b(t){return Array.isArray(t)?`[${t.map(b).join(", ")}]`:typeof t!="object"||t===null?JSON.stringify(t):`{ ${Object.entries(t).map(([i,s])=>`${JSON.stringify(i)}: ${b(s)}`).join(", ")} }`}function he(t,n){let i=n.replace(/^rules\.?/,""),s=new Map,r=[...t.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g)],o=0,m=a=>t.slice(0,a).split(`
`).length-1,d=(a,u)=>{s.set(a,u);let l=r[o++]?.[0];if(l==="{"){for(;o<r.length&&r[o][0]!=="}";){let p=r[o++];o++,d(a?`${a}.${xe(p[0])}`:xe(p[0]),m(p.index)),r[o]?.[0]===","&&o++}o++}else if(l==="["){for(let p=0;o<r.length&&r[o][0]!=="]";p++)d(`${a}[${p}]`,m(r[o].index)),r[o]?.[0]===","&&o++;o++}};d("",0);for(let a=i;;a=a.replace(/(\.[^.[]*|\[\d+\]|^[^.[]*)$/,"")){let u=s.get(a);if(u!==void 0)return u;if(a==="")return 0}}function xe(t){try{return String(JSON.parse(t))}catch{return t}}var P=[X,...fe],tt=400,nt={first:"The first side won",second:"The second side won"};function ot({link:t}){let[n,i]=h(()=>t.options.get("rules")??g(X)),[s,r]=h(null),[o,m]=h(null),[d,a]=h(null);S(()=>{let c=rt(n);if(c instanceof SyntaxError){m({line:at(c,n),says:`This is not JSON: ${c.message}.`});return}let x=new AbortController,ge=setTimeout(()=>{W(()=>it(n,c,x.signal),f=>a(f&&O(f)),x.signal).then(f=>{m(null),r(f),location.hash.startsWith("#rules")&&history.replaceState(null,"",be(n))},f=>{let we=f instanceof F?f.path??"":"";x.signal.aborted||m({line:he(n,we),says:T(f)})})},tt);return()=>{clearTimeout(ge),x.abort()}},[n]);let u=()=>JSON.stringify(JSON.parse(n)),l=s?.of===n&&o===null,p=P.findIndex(c=>g(c)===n);return e("main",{class:"your-rules",children:[e("h1",{children:"Your own rules"}),e("section",{class:"card","aria-label":"Rules",children:[e("label",{class:"field",children:[e("span",{children:"Begin with"}),e("select",{value:String(p),onChange:c=>i(g(P[Number(c.currentTarget.value)])),children:[p<0&&e("option",{value:"-1",children:"your own text"}),P.map(({title:c},x)=>e("option",{value:String(x),children:c},c))]})]}),e("div",{class:"source-and-fault",children:[e("textarea",{"aria-label":"Rules as JSON","aria-invalid":o!==null,"aria-describedby":"rules-fault",spellcheck:!1,wrap:"off",rows:Math.max(12,n.split(`
`).length+1),value:n,onInput:c=>i(c.currentTarget.value)}),e("p",{id:"rules-fault",class:"fault",role:"alert",style:{"--line":String(o?.line??0)},children:o&&e(v,{children:[e("b",{children:["Line ",o.line+1]})," ",o.says]})})]}),e("div",{class:"row wrap",children:[e("a",{class:`button primary${l?"":" off"}`,"aria-disabled":!l,href:l?w("play","rules",{state:`{"rules":${u()}}`}):void 0,children:"Play"}),e(y,{title:"Copy the link",disabled:!l,text:()=>M(be(n))}),e(y,{title:"Copy the request",disabled:!l,text:()=>lt(u())})]}),d&&e("p",{class:"notice",children:d})]}),s&&e(st,{meaning:s,isOld:s.of!==n})]})}function st({meaning:t,isOld:n}){let{checked:i,facts:s,start:r}=t,{words:o,warnings:m,perft:d,game:a}=i,u=a.outcome?`${nt[a.outcome.winner??""]??"Nobody won"}: ${a.outcome.reason}.`:"It did not end.";return e("section",{class:`card meant${n?" old":""}`,"aria-label":"What they mean","aria-busy":n,children:[e(j,{facts:s,position:r,named:!0}),e("div",{children:[e("h2",{children:"What they mean"}),e("ul",{children:o.map(({path:l,text:p})=>e("li",{children:[e("code",{children:l.replace(/^rules\./,"")})," ",p]},l))}),m.length>0&&e("ul",{class:"notice","aria-label":"Warnings",children:m.map(({path:l,text:p})=>e("li",{children:[e("code",{children:l.replace(/^rules\./,"")})," ",p,"."]},l))}),e("h2",{children:"What came of trying them"}),e("p",{children:["Positions after 1 to 4 moves, each way of reaching them counted:"," ",d.map(l=>l===null?"too many":$(l)).join(", "),"."]}),e("details",{children:[e("summary",{children:["A random game of ",a.moves.length," moves. ",u]}),e("p",{children:a.moves.join(" ")})]})]})]})}function rt(t){try{return JSON.parse(t)}catch(n){return n}}async function it(t,n,i){let s=await k("/v1/rules/check",{rules:n},i),[r,o]=await Promise.all([k("/v1/games/rules",void 0,i),A("rules",{state:{rules:n}},i)]);return{of:t,checked:s,facts:r,start:o}}function at({message:t},n){let[i,s]=[/line (\d+)/,/position (\d+)/].map(r=>r.exec(t)?.[1]);return i?Number(i)-1:n.slice(0,s?Number(s):n.length).split(`
`).length-1}var be=t=>w("rules",void 0,{rules:t}),lt=t=>`curl '${location.origin}/v1/games/rules/search' --json '${`{"rules":${t},"depth":4}`.replace(/'/g,"'\\''")}'`;N(E);export{ot as YourRules};
