import{$ as _e,A as Se,Ca as tt,D as Ee,Da as ne,Fa as ot,Ga as nt,H as Le,Ja as me,La as st,M as Ie,Ma as rt,P as L,Q as Je,Qa as at,R as We,Ra as it,Sa as Ce,T as Be,Ta as U,Ua as se,V as Xe,Va as W,Wa as lt,Z as je,_ as K,a as F,aa as qe,c as w,ca as He,d as M,db as ct,ea as pe,eb as fe,f as ee,fa as Ke,fb as pt,g as H,ga as z,gb as $e,hb as dt,ib as ut,j as Ne,ja as ze,jb as mt,ka as Ue,kb as ft,l as ce,la as j,ma as _,mb as Z,nb as gt,ob as bt,p as e,pa as Ze,q as te,qa as Ye,qb as ht,ra as J,s as Fe,sa as oe,ta as Qe,ua as Te,va as de,x as Oe,xa as ue,y as Ve,ya as et,zb as Pe}from"./chunk.js";var yt=`/* On paper: the board, the moves and their comments, and nothing to press. */
@media print {
  @page {
    margin: 15mm;
  }
  :root,
  :root[data-scheme] {
    color-scheme: light;
    --paper: #fff;
    --surface: #fff;
  }
  .top,
  .play > :not(.table, .insight),
  .play .table > :not(.stage, .strip),
  .play .strip > :not(.turn),
  .play .insight > :not(.record),
  .play .record > :not(.opening, .moves),
  .play button:not(.moves button),
  .board :is(.hint, .ring, .focus-ring, .aim) {
    display: none;
  }
  .play,
  .play .table,
  .play .stage,
  .play .strip,
  .play .insight {
    display: block;
    container-type: normal;
    justify-content: start;
    position: static;
    width: auto;
    height: auto;
    min-height: 0;
    max-height: none;
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    overflow: visible;
  }
  .play .strip .turn {
    position: static;
    width: auto;
    height: auto;
    max-height: none;
    clip-path: none;
    color: var(--ink);
  }
  .play .record {
    display: block !important;
    margin-top: 6mm;
    padding: 0;
    border: 0;
    box-shadow: none;
    overflow: visible;
  }
  .stage .board-frame {
    width: 105mm;
    margin: 0;
  }
  .stage .board-scroll {
    max-height: none;
    overflow: visible;
  }
  .stage .seat {
    border-color: transparent;
    background: none;
    padding-left: 0;
  }
  .stage .board-frame .board {
    min-width: 0 !important;
    max-height: 150mm;
    print-color-adjust: exact;
    -webkit-print-color-adjust: exact;
  }
  .moves {
    max-height: none;
    overflow: visible;
    columns: 2;
    column-gap: 10mm;
  }
  .moves li {
    break-inside: avoid;
  }
  .moves button,
  .moves button[aria-current] {
    min-height: 0;
    padding: 0 2px;
    background: none;
    color: var(--ink);
  }
}
`;var vt=`/* The keyboard: a move that is typed, and the list of keys. */
.typing {
  position: fixed;
  left: 50%;
  bottom: 16px;
  z-index: 3;
  translate: -50% 0;
  width: min(440px, calc(100vw - 24px));
  display: grid;
  gap: 4px;
  padding: 10px 14px;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
  box-shadow: 0 4px 24px #0004;
}
.typing label {
  display: flex;
  align-items: center;
  gap: 10px;
  font-weight: 600;
}
.typing input {
  flex: 1;
  min-width: 0;
  min-height: 36px;
  padding: 4px 10px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--paper);
  color: var(--ink);
  font: inherit;
}
.typing output {
  min-height: 1.4em;
  color: var(--soft);
  font-size: 0.87rem;
}
.key-list dl {
  margin: 14px 0 0;
  display: grid;
  gap: 8px;
}
.key-list dl div {
  display: grid;
  grid-template-columns: 116px 1fr;
  gap: 12px;
  align-items: center;
}
.key-list dt {
  display: flex;
  gap: 4px;
}
.key-list dd {
  margin: 0;
}
.key-list kbd {
  min-width: 26px;
  padding: 2px 7px;
  border: 1px solid var(--line);
  border-bottom-width: 2px;
  border-radius: 6px;
  background: var(--sunken);
  font: 600 0.84rem/1.4 var(--sans);
  text-align: center;
}
/* Setting up positions, recent games, and records with several games */
.set-up {
  width: min(720px, calc(100vw - 24px));
}
.set-up .form {
  margin-top: 10px;
}
.bench {
  display: grid;
}
.bench .board {
  max-height: 44vh;
}
/* What the dialog is for stays on the screen. */
.set-up .foot {
  position: sticky;
  bottom: -18px;
  margin: 0 -18px -18px;
  padding: 10px 18px 18px;
  background: var(--surface);
  border-top: 1px solid var(--line);
  display: grid;
  gap: 8px;
}
.recent ul,
.several ul {
  list-style: none;
  margin: 10px 0 0;
  padding: 0;
  display: grid;
  gap: 6px;
}
.several ul {
  max-height: 30vh;
  overflow: auto;
}
.several button {
  white-space: normal;
  text-align: left;
}
.recent li {
  display: flex;
  align-items: center;
  gap: 6px;
}
.recent li button:first-child {
  flex: 1;
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 6px 10px;
  text-align: left;
  white-space: normal;
}
.recent li button[aria-current] {
  border-color: var(--chosen);
  background: var(--chosen-soft);
}
.recent small {
  display: block;
  font-weight: 400;
  color: var(--soft);
  font-size: 0.8rem;
}
.bench .hint,
.bench .ring {
  display: none;
}
.tools {
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
}
.tools label {
  position: relative;
  cursor: pointer;
}
.tools input {
  position: absolute;
  inset: 0;
  opacity: 0;
}
.tools span {
  display: grid;
  place-items: center;
  min-width: 44px;
  height: 44px;
  padding: 0 6px;
  border: 2px solid var(--line);
  border-radius: 8px;
  font-size: 0.85rem;
}
.tools svg {
  width: 34px;
  height: 34px;
}
.tools input:checked + span {
  border-color: var(--chosen);
  background: var(--chosen-soft);
}
.tools input:focus-visible + span {
  outline: 2.5px solid var(--focus);
}
.set-up .seats {
  margin-right: auto;
  display: flex;
  flex-wrap: wrap;
  gap: 0 22px;
}
.set-up .player {
  gap: 10px;
}
/* Mistakes to learn from, and the picture of a position. */
.learn {
  width: min(760px, calc(100vw - 12px));
  padding: 10px;
}
.learn[open] {
  display: grid;
  gap: 8px;
}
.learn h2 {
  flex: 1 1 160px;
  white-space: normal;
}
.learn h2 small {
  display: block;
}
.learn .board-frame {
  width: 100%;
}
.learn .bench .board {
  max-height: calc(100vh - 300px);
  max-height: calc(100dvh - 300px);
}
.learn-says {
  min-height: 2.9em;
}
.learn-says.wrong {
  color: var(--bad);
}
.learn-says.found {
  color: var(--good);
}
/* There is room for the line and for the reasons before they come. */
.learn-line {
  min-height: 92px;
  font-size: 0.87rem;
}
/* The board at the left, as high as the screen, and what is said at its right. */
@media (min-width: 640px) and (orientation: landscape) {
  .learn {
    width: fit-content;
    max-width: calc(100vw - 24px);
  }
  .learn[open] {
    grid-template-columns: auto minmax(220px, 300px);
    grid-template-rows: repeat(3, auto) 1fr auto;
    column-gap: 16px;
  }
  .learn > * {
    grid-column: 2;
    min-width: 0;
  }
  .learn > .bench {
    grid-column: 1;
    grid-row: 1 / span 5;
    width: min(680px, 100vw - 370px, 100vh - 72px);
    width: min(680px, 100vw - 370px, 100dvh - 72px);
  }
  .learn .bench .board {
    max-height: calc(100vh - 72px);
    max-height: calc(100dvh - 72px);
  }
  .learn-line {
    grid-row: 4;
    min-height: 0;
  }
  .learn > .end {
    grid-row: 5;
  }
}
.diagram {
  justify-self: center;
  max-width: 100%;
  max-height: 46vh;
  border: 1px solid var(--line);
  border-radius: 8px;
}
`;function Ht({store:t,view:s,id:n}){let{label:o,comment:r,nags:l=[]}=s.tree[n].ply,c=a=>{let i=l.filter(p=>!$e.some(([d])=>d===p));t.annotate(n,{nags:l.includes(a)?i:[a,...i]})};return e("div",{class:"annotate",children:[e("div",{class:"row tight wrap",role:"group","aria-label":`Judgement of ${o}`,children:$e.map(([a,i])=>e("button",{type:"button","aria-pressed":l.includes(a),title:i,onClick:()=>c(a),children:[e("span",{class:ut[a],children:pt(a)}),e("span",{class:"unseen",children:[" ",i]})]},a))}),e("textarea",{rows:2,"aria-label":`Comment on ${o}`,placeholder:`Comment on ${o}`,defaultValue:r,onChange:({currentTarget:{value:a}})=>t.annotate(n,{comment:a.trim()||void 0})})]})}function wt(t){return/^[0o-]+$/i.test(t)?t.replace(/-/g,"").replace(/0/g,"O").toUpperCase():!/[a-wyz]/i.test(t)?t.replace(/[x:\s]+/gi,"-"):t.replace(/[-x:+#=\s]/g,"")}function xt(t,s,n){let o=wt(t.trim());if(o==="")return{move:null,begun:[]};for(let r of[l=>l,l=>l.toLowerCase()]){let l=i=>[n(i),i.label??"",i.move].map(p=>r(wt(p))),c=s.filter(i=>l(i).some(p=>p.startsWith(r(o)))),a=c.filter(i=>l(i).includes(r(o)));if(c.length>0)return{move:a.length===1?a[0]:null,begun:c}}return{move:null,begun:[]}}var kt=6,Kt=350,zt=1e3,Ut=[[["\u2190","\u2192"],"one move back or on"],[["Home","End"],"to the start, to the last move"],[["f"],"turn the board"],[["h"],"a hint, and more of it"],[["N","f","3"],"play a move by typing it as the list of moves writes it"],[["/"],"begin to type a move"],[["\u2191","\u2193"],"from cell to cell, when the board has the focus; Enter picks"],[["Esc"],"cancel"],[["?"],"this list"]];function Zt({store:t,first:s}){let n=Fe(t),[o,r]=w(null),[l,c]=w(!1),a=fe(),i=ee(null),p=ee(null),d=ee(null),u=ee(-1/0),{facts:g,position:m}=n,h=y=>{let{facts:S,position:P}=t.view;return!S||!P||!t.isOpen()?{move:null,begun:[]}:xt(y,P.legal_moves,O=>K(O,P,S))},f=y=>{i.current=y,r(y)},x=()=>{f(null),(d.current instanceof HTMLElement||d.current instanceof SVGElement)&&d.current.focus()},T=y=>{x(),u.current=performance.now(),t.play(y)},k=y=>{c(!1);let{move:S,begun:P}=h(y);S&&P.length===1?T(S):f(y)},v=y=>{d.current=document.activeElement,k(y)},D=()=>{let{move:y,begun:S}=h(o??""),P=y??(S.length===1?S[0]:null);P?T(P):c(!0)};M(()=>{let y=E=>{let{position:A}=t.view;E==="f"&&A?.board&&t.flip(),E==="h"&&t.isOpen()&&(nt(t.view)?.stage??0)<at&&t.hint()},S=E=>{let A=p.current?.key??"";if(clearTimeout(p.current?.timer),p.current=null,i.current!==null)k(i.current+E);else if(A&&h(A+E).begun.length>0)v(A+E);else if(y(A),E==="?")a.show();else if(E==="/")v("");else if(E==="f"||E==="h")if(h(E).begun.length===0)y(E);else{let I=()=>{p.current=null,y(E)};p.current={key:E,timer:window.setTimeout(I,Kt)}}else if(/[a-z0-9]/i.test(E)&&h(E).begun.length>0)v(E);else return!1;return!0},P=E=>{let A=Oe(E);A&&S(A)&&E.preventDefault()};s.forEach(S);let O=E=>{E.key!=="Enter"||performance.now()-u.current>zt||(u.current=-1/0,E.preventDefault(),E.stopPropagation())};return document.addEventListener("keydown",P),document.addEventListener("keydown",O,!0),()=>{document.removeEventListener("keydown",P),document.removeEventListener("keydown",O,!0)}},[t]),M(()=>f(null),[m]);let $=o?h(o).begun:[];return e(F,{children:[o!==null&&g&&m&&e("form",{class:"typing",onSubmit:y=>{y.preventDefault(),D()},onFocusOut:()=>f(null),children:[e("label",{children:[e("span",{children:"Move"}),e("input",{ref:y=>y?.focus(),autocomplete:"off",spellcheck:!1,enterkeyhint:"go","aria-invalid":l,value:o,onInput:y=>k(y.currentTarget.value),onKeyDown:y=>y.key==="Escape"&&x()})]}),e("output",{children:l||o!==""&&$.length===0?"No move is written so.":$.slice(0,kt).map(y=>K(y,m,g)).join(" ")+($.length>kt?" \u2026":"")})]}),e("dialog",{ref:a.ref,class:"key-list","aria-labelledby":"keys-title",onClose:a.closed,children:[e("div",{class:"row",children:[e("h2",{id:"keys-title",children:"Keys"}),e("button",{type:"button",onClick:a.close,children:"Close"})]}),e("dl",{children:Ut.map(([y,S])=>e("div",{children:[e("dt",{children:y.map(P=>e("kbd",{children:P},P))}),e("dd",{children:S})]},S))})]}),e(Ve,{show:a.show})]})}var re=50;function Qt({dialog:t,store:s,view:n}){let[o,r]=w(""),[l,c]=w(""),{facts:a}=n,i=a?.numbered_starts,p=a?.record_formats?.map(f=>f==="moves"?"a list of moves":Ae[f]),[d,u]=w(null),g=async(f,x)=>{let T=!1,k=await s.read(f,x,v=>{T=!0,u(v)});c(k??""),!(k||T)&&(u(null),t.close())},m=f=>{f.preventDefault(),g(o)},h=f=>{c(""),f&&ft(f,n.index).then(r,x=>c(J(x)))};return e("dialog",{ref:t.ref,"aria-labelledby":"paste-title",onClose:t.closed,onDragOver:f=>f.preventDefault(),onDrop:f=>{f.preventDefault(),f.stopPropagation(),h(f.dataTransfer?.files[0])},children:e("form",{onSubmit:m,children:[e("h2",{id:"paste-title",children:"Play from a position, or open a whole game"}),e("label",{children:[e("span",{children:["A state of ",a?.title??"the game",p?.length?`, or ${p.join(", ").replace(/, ([^,]*)$/," or $1")}`:""]}),e("textarea",{rows:6,value:o,onInput:f=>{r(f.currentTarget.value),u(null)},spellcheck:!1,placeholder:ce(n.position?.state)})]}),l&&e("p",{class:"notice bad",role:"alert",children:l}),d&&e(eo,{several:d,read:f=>{g(d.text,f)}}),e("p",{class:"examples",children:["Examples:"," ",a?.state.examples.slice(0,3).map((f,x)=>e("button",{type:"button",class:"quiet",onClick:()=>r(ce(f)),children:e("code",{children:ce(f)})},x))]}),i&&e("div",{class:"numbered",children:[e("label",{children:[e("span",{children:[i.title,", start number"]}),e("input",{type:"number",min:"0",max:i.count-1,value:o.startsWith(i.prefix)?o.slice(i.prefix.length):"",onInput:f=>r(i.prefix+f.currentTarget.value)})]}),e("button",{type:"button",onClick:()=>r(i.prefix+Math.floor(Math.random()*i.count)),children:"Random"})]}),e("div",{class:"row end",children:[e("label",{class:"button file",children:[e("input",{type:"file",onChange:f=>h(f.currentTarget.files?.[0])}),e("span",{children:"From a file"})]}),e("button",{type:"button",onClick:t.close,children:"Cancel"}),e("button",{type:"submit",class:"primary",children:"Open"})]})]})})}function eo({several:t,read:s}){let{games:n,title:o}=t,[r,l]=w(0),[c,a]=w([]),i=Math.min(re,n-r);return M(()=>{a([]);let p=new AbortController;return(async()=>{for(let u=0;u<i;u++){let g=await o(r+u,p.signal).catch(()=>"cannot be read");if(p.signal.aborted)return;a(m=>[...m,g])}})(),()=>p.abort()},[t,r]),e("div",{class:"several",role:"group","aria-label":"Games in this text",children:[e("p",{children:["There are ",n," games. Which one?"]}),e("ul",{children:Array.from({length:i},(p,d)=>e("li",{children:e("button",{type:"button",class:"quiet",onClick:()=>s(r+d),children:[r+d+1,". ",c[d]??"\u2026"]})},r+d))}),n>re&&e("div",{class:"row",children:[e("button",{type:"button",disabled:r===0,onClick:()=>l(r-re),children:"Before"}),e("button",{type:"button",disabled:r+re>=n,onClick:()=>l(r+re),children:"More"})]})]})}var Ae={pgn:"PGN",pdn:"PDN",sgf:"SGF",ggf:"GGF",psq:"Piskvork",hexworld:"a HexWorld address",transcript:"a transcript",moves:"moves",reviewed:"with the review"};var to=new Map,St=[],Et=["king","queen","rook","bishop","knight","pawn","man"];function oo(t){let s=n=>{let o=Je(n,t),r=Et.findIndex(c=>o.name.toLowerCase().split(/\W/).includes(c)),l=t.players.indexOf(o.side??"");return(l<0?t.players.length:l)*100+(r<0?Et.length:r)};return Object.keys(t.pieces??{}).sort((n,o)=>s(n)-s(o))}function no({dialog:t,store:s,view:n}){let{facts:o,position:r}=n;return e("dialog",{ref:t.ref,class:"set-up","aria-labelledby":"set-up-title",onClose:t.closed,children:[e("h2",{id:"set-up-title",children:"Set up a position"}),t.open&&o&&r?.board&&e(so,{store:s,view:n,done:t.close})]})}function so({store:t,view:s,done:n}){let[o]=w(s.facts),[r]=w(s.position),l=H(()=>_e(r,o),[r,o]),c=Xe(o.id),[a,i]=w(r.board),[p,d]=w(String(r.state)),[u,g]=w(r.to_move),[m,h]=w(()=>(c?.rights?.(p,a)??[]).filter(({on:b})=>b).map(({letter:b})=>b)),[f,x]=w(s.settings.plays),[T,k]=w(""),[v,D]=w(!1),$=a.flat().some(b=>typeof b=="number"),y=o.layout==="edges",S=({cells:[[b,G]]})=>{let N=a[b][G],V="add"in A?Math.max(0,Number(N)+A.add):N===A.put?null:A.put,X=a.map((we,xe)=>we.map((ae,Y)=>xe===b&&Y===G?V:ae));i(X)};M(()=>{let b=l?.(a);if(!b)return;let G=u===r.to_move?b:He(b,r.to_move,u)??b,N=a===r.board&&u===r.to_move?String(r.state):G;d(c?.withRights?.(N,m,a)??N)},[a,u,m]);let P=H(()=>a.flatMap((b,G)=>b.map((N,V)=>({move:`at ${G},${V}`,state:null,cells:[[G,V]]}))),[a]),O=H(()=>({...r,board:a,legal_moves:P,over:!1,outcome:null,areas:null}),[r,a]),E=$?[["One more",{add:1},null],["One less",{add:-1},null]]:[...oo(o).filter(b=>!y||o.pieces[b].name==="line").map(b=>[We(b,o),{put:b},b]),["Empty",{put:null},null]],[A,I]=w(E[0][1]),ye=c?.rights?.(p,a)??[],ve=async b=>{b.preventDefault(),D(!0);let G=await t.open(o.id,p,f);D(!1),G?k(G):n()};return e("form",{class:"form",onSubmit:b=>{ve(b)},children:[l?e(F,{children:[e("div",{class:"tools",role:"radiogroup","aria-label":"What a click puts",children:E.map(([b,G,N])=>e("label",{title:b,children:[e("input",{type:"radio",name:"tool","aria-label":b,checked:JSON.stringify(G)===JSON.stringify(A),onChange:()=>I(G)}),e("span",{children:N===null||y?b:e("svg",{viewBox:"-46 -46 92 92","aria-hidden":"true",children:e(Be,{letter:N,facts:o,layout:o.layout??"cells"})})})]},b))}),e("div",{class:"bench",children:e(pe,{facts:o,position:O,flip:ot(s),wells:s.wells,open:!0,last:St,owners:to,best:St,values:null,play:S})}),e("div",{class:"row wrap",children:[e(z,{label:"To move",name:"to-move",options:o.players.map(b=>[b,L(b,o)]),value:u,set:g}),e("span",{class:"caption",children:"to move"}),e("button",{type:"button",onClick:()=>i(a.map(b=>b.map(G=>$&&G!==null?0:null))),children:"Clear"}),ye.map(({letter:b,title:G})=>e("label",{class:"switch",children:[e("input",{type:"checkbox",checked:m.includes(b),onChange:N=>h(N.currentTarget.checked?[...m,b]:m.filter(V=>V!==b))}),e("span",{children:G})]},b))]})]}):e("p",{class:"empty",children:"This board is set up by its text alone."}),e("label",{class:"field",children:[e("span",{children:"State"}),e("input",{value:p,spellcheck:!1,onInput:b=>d(b.currentTarget.value)})]}),e("div",{class:"foot",children:[T&&e("p",{class:"notice bad",role:"alert",children:T}),e("div",{class:"row end wrap",children:[e("div",{class:"seats",role:"group","aria-label":"Players",children:o.players.map(b=>e(ct,{side:b,plays:f,facts:o,set:x,of:"set-up-player"},b))}),e("button",{type:"button",onClick:n,children:"Cancel"}),e("button",{type:"submit",class:"primary",disabled:v,children:"Play from here"})]})]})]})}function ao({dialog:t,store:s,view:n}){let{open:o}=t,[r,l]=w(null);M(()=>{o&&(s.history.list().then(l),s.fillGallery())},[o]);let c=async a=>{await s.history.remove(a),l(await s.history.list())};return e("dialog",{ref:t.ref,class:"recent","aria-labelledby":"recent-title",onClose:t.closed,children:[e("div",{class:"row",children:[e("h2",{id:"recent-title",children:"Recent games"}),e("button",{type:"button",onClick:t.close,children:"Close"})]}),e("p",{class:"empty",children:["The last ",50," games are kept in this browser, and nowhere else."]}),r?.length===0&&e("p",{class:"empty",children:"There are none yet."}),o&&e("ul",{children:r?.map(({id:a,title:i,game:p,words:d,time:u,tags:g,last:m})=>{let h=n.gallery.get(p)?.facts,f=g.White||g.Black?`${g.White??"?"} \u2013 ${g.Black??"?"}`:"";return e("li",{children:[e("button",{type:"button","aria-current":a===n.id?"true":void 0,onClick:()=>{t.close(),a!==n.id&&s.reopen(a,null)},children:[e("span",{class:"picture",children:h&&m.board&&e(Ke,{facts:h,position:m})}),e("span",{children:[e("b",{children:f?`${i}: ${f}`:i}),e("small",{children:d}),e("small",{children:new Date(u).toLocaleString()})]})]}),a!==n.id&&e("button",{type:"button",class:"quiet","aria-label":`Delete ${i}`,onClick:()=>{c(a)},children:"Delete"})]},a)})})]})}var B=t=>(t??[]).flatMap(({text:s})=>s?[s]:[]),Re=new Map;function io(t,s,n){let o=ne(s),r=JSON.stringify([t.id,o,n]),l=Re.get(r);if(l)return l;let a=(async()=>{let i=await j(_(t.id,"hint"),{...o,stage:2});if(i.move===n)return B(i.facts);let p={...o,candidates:[n],nodes:1,with:["facts"]};return B((await j(_(t.id,"grade"),p)).candidates[0].facts)})();return Re.set(r,a),a.catch(()=>Re.delete(r)),a}function ge(t,s,n){let[o,r]=w([]),l=JSON.stringify([s,n]);return M(()=>{if(r([]),n===null)return;let c=!0,a=p=>c&&r(p),i=setTimeout(()=>{io(t,s,n).then(a,()=>{})},150);return()=>{c=!1,clearTimeout(i)}},[t,l]),o}var lo=new Map,Tt=[],co=8,po=700;function Ct({dialog:t,store:s,view:n}){let o=n.facts,r=n.review,l=me(n),c=o.players.find(v=>se(r,v).length>0),[a,i]=w(null),p=l??a??c??o.players[0],d=se(r,p),u=d.filter(v=>!r.found.includes(v)),[g,m]=w(0),[h,f]=w(0),x=()=>{let v=d.indexOf(u[0]);m(v<0?d.length:v),f(h+1)};M(()=>{t.open&&x()},[t.open,p]);let T=()=>{let v=d.findIndex((D,$)=>$>g&&!r.found.includes(D));m(v<0?d.length:v)},k=d[g];return e("dialog",{ref:t.ref,class:"learn","aria-labelledby":"learn-title",onClose:t.closed,children:[e("div",{class:"row wrap",children:[e("h2",{id:"learn-title",children:["Learn from ",l?"your":"the"," mistakes"," ",e("small",{children:[k===void 0?"":`${g+1} of ${d.length}, `,d.length-u.length," found"]})]}),!l&&o.players.length>1&&e(z,{small:!0,label:"Whose mistakes",name:"mistakes",options:o.players.map(v=>[v,L(v,o)]),value:p,set:i}),e("button",{type:"button",onClick:t.close,children:"Close"})]}),t.open&&(k===void 0?e(uo,{side:L(p,o),all:d.length,open:u.length,again:x,close:t.close}):e(mo,{node:k,view:n,find:()=>s.learn(k),next:T},`${k} ${h}`))]})}function uo({side:t,all:s,open:n,again:o,close:r}){let l=s===0?`${t} made no mistakes in this game.`:n>0?`${s-n} of ${s} found.`:s===1?"The mistake is found.":`All ${s} found.`;return e(F,{children:[e("p",{class:`learn-says${n===0?" found":""}`,role:"status",children:l}),e("div",{class:"row end",children:[n>0&&e("button",{type:"button",class:"primary",onClick:o,children:n===1?"Try the other one":`Try the other ${n}`}),e("button",{type:"button",class:n>0?"":"primary",onClick:r,children:"Done"})]})]})}function mo({node:t,view:s,find:n,next:o}){let{tree:r,review:l,wells:c}=s,a=s.facts,i=U(l.plies.get(t)),{parent:p}=r[t],d=p===oe?null:r[p].ply,u=d?d.then:s.origin,g={...d?d.after:s.start,draws:"automatic"},[m,h]=w({state:"open",words:fo(i,s)}),[f,x]=w(""),[T,k]=w(null),[v,D]=w([]),[$,y]=w(0),[S]=w(()=>new AbortController);M(()=>()=>S.abort(),[]);let P=ge(a,g,v[0]?.move??null),O=C=>Ze(C,R=>!S.signal.aborted&&x(R?Ue(R):""),S.signal),E=(C,R)=>O(()=>j(_(a.id,C),R,S.signal)),A=C=>{C.catch(R=>{S.signal.aborted||(k(null),x(J(R)))})},I=async(C,R)=>{let q=(await bt(a.id,Promise.resolve(a),g,tt(C.slice(0,co)),O,S.signal))?.tree.slice(1).map(({ply:Q})=>Q)??[];x(""),D(q),h(R),k(null),q.length!==0&&(y(1),q.length!==1&&(await Ye(po,S.signal),y(Q=>Math.max(2,Q))))},ye=async(C,R)=>{let ie={...ne(g),candidates:[C.move],curve:"people",with:["facts"]},{best:q,candidates:Q}=await E("grade",ie),[{verdict:le,facts:Wt}]=Q,ke=C.move===i.best;if(!ke&&le!=="best"){let Xt=le?` is ${W[le]}`:" could not be judged",jt=`${R}${Xt}. ${le==="good"?"There is a better move":"Try again"}.`;h({state:"wrong",words:[jt,...B(Wt)].join(" ")}),k(null),x("");return}n();let Bt=ke?i.pv:q.move===C.move?q.pv:await ve(C.move);await I(Bt,{state:"found",words:`Found: ${R} is ${ke?"the best move":W.best}.`})},ve=async C=>{let R={...g,moves:[...g.moves,C]},ie={...ne(R),...a.review?{nodes:a.review.nodes}:{}};return[C,...(await E("search",ie)).lines[0]?.pv??[]]},b=C=>{let R=K(C,u,a);if(x(""),C.move===i.move)return h({state:"wrong",words:`${R} was played in the game. Try another move.`});k(C),h({state:"judging",words:`Judging ${R} \u2026`}),A(ye(C,R))},G=()=>{let C=`The best move is ${i.best_label??i.best}.`;A(I(i.pv,{state:"told",words:C}))},{state:N}=m,V=v.length>0,X=v[$-1],we=X?X.then:T?{...u,board:qe(u,T,a)??u.board,legal_moves:[]}:u,xe=X?X.cells:T?je(T,u,a):d?.cells??Tt,ae=!!u.board?.length,Y=!V&&N!=="judging";return e(F,{children:[e("p",{class:`learn-says ${N}`,role:"status",children:m.words}),f&&e("p",{class:"notice bad",role:"alert",children:f}),e("div",{class:"bench",children:[ae&&e(pe,{facts:a,position:we,flip:i.side!==a.players[0]&&a.layout==="squares",wells:c,open:Y,last:xe,label:X?.label??(T?void 0:d?.label),owners:lo,best:Tt,values:null,play:b}),(!ae||a.layout==="heaps")&&e("div",{class:"listed",role:"group","aria-label":"Moves",children:u.legal_moves.map(C=>e("button",{type:"button",disabled:!Y,onClick:()=>b(C),children:K(C,u,a)},C.move))})]}),e("div",{class:"learn-line",children:[V&&e("p",{class:"pv-line",role:"group","aria-label":"The line",children:v.map(({label:C},R)=>e("button",{type:"button",class:"quiet","aria-current":R+1===$?"step":void 0,onClick:()=>y(R+1),children:C},R))}),P.length>0&&e("p",{class:"why",children:P.join(" ")})]}),e("div",{class:"row end",children:[!V&&e("button",{type:"button",disabled:!Y,onClick:G,children:"Show it"}),e("button",{type:"button",class:V?"primary":"",disabled:N==="judging",onClick:o,children:V?"Next":"Skip"})]})]})}function fo({label:t,move:s,mark:n,verdict:o,side:r},{facts:l}){return`${t??s}${n} was ${W[o]}. Find a better move for ${L(r,l)}.`}function go(t){let{store:s,view:n,review:o}=t,{summary:r}=o,l=n.facts;return e(F,{children:[r&&e("table",{children:[e("thead",{children:e("tr",{children:[e("th",{scope:"col",children:e("span",{class:"unseen",children:"Side"})}),e("th",{scope:"col",children:"Accuracy"}),Ce.map(([c,a,i])=>e("th",{scope:"col",title:a,children:[e("span",{class:c,children:i}),e("span",{class:"unseen",children:[" ",a]})]},c))]})}),e("tbody",{children:l.players.map(c=>{let{accuracy:a,verdicts:i}=r.sides[c];return e("tr",{children:[e("th",{scope:"row",children:L(c,l)}),e("td",{children:a===null?"\u2013":`${a.toFixed(0)} %`}),Ce.map(([p])=>e("td",{children:i[p]},p))]},c)})})]}),r&&e(bo,{...t}),r&&r.turning_points.length>0&&e("div",{class:"row wrap turning",role:"group","aria-label":"Turning points",children:[...r.turning_points].sort((c,a)=>c.ply-a.ply).map(({ply:c})=>e("button",{type:"button","aria-current":yo(n,o.line[c])?"step":void 0,onClick:()=>{Pt(s,o.line[c])},children:[vo(o.line[c],n)," ",e("small",{children:So(o.plies.get(o.line[c]),l)})]},c))}),r&&e(ho,{...t}),e(wo,{...t})]})}function bo({store:t,view:s,review:n}){let o=fe(),r=me(s),l=(r?[r]:s.facts.players).flatMap(i=>se(n,i));if(l.length===0)return e("p",{class:"said",children:r?"You made no mistakes.":"There were no mistakes."});let c=l.filter(i=>n.found.includes(i)).length,a=c===l.length?"all found":c>0?`${c} of ${l.length} found`:l.length;return e(F,{children:[e("button",{type:"button",class:c<l.length?"primary":"",onClick:o.show,children:["Learn from ",r?"your":"the"," mistakes ",e("small",{children:["(",a,")"]})]}),e(Ct,{dialog:o,store:t,view:s})]})}function $t({tree:t,line:s,at:n},o){let r=de(t,ue(s,n)),l=r.findIndex((c,a)=>c!==o.line[a]);return l<0?r.length:l}function ho({store:t,view:s,review:n}){let o=n.line.flatMap((p,d)=>U(n.plies.get(p))?[d]:[]);if(o.length===0)return null;let r=$t(s,n),l=o.indexOf(r),[c,a]=[o.filter(p=>p<r).at(-1),o.find(p=>p>r)],i=p=>p!==void 0&&void Pt(t,n.line[p]);return e("div",{class:"row walk",role:"group","aria-label":"Faults",children:[e("button",{type:"button",disabled:c===void 0,onClick:()=>i(c),children:["\u2039 ",e("span",{class:"unseen",children:"Fault before"})]}),l<0?e("button",{type:"button",onClick:()=>i(o[0]),children:"Start review"}):e("span",{children:["Fault ",l+1," of ",o.length]}),e("button",{type:"button",disabled:a===void 0,onClick:()=>i(a),children:["\u203A ",e("span",{class:"unseen",children:"Next fault"})]})]})}var yo=({tree:t,line:s,at:n},o)=>ue(s,n)===t[o].parent;async function Pt(t,s){await t.goToNode(s),await t.goTo(t.view.at-1)}function vo(t,{tree:s,facts:n}){let o=de(s,t).map(c=>s[c].ply),{label:r,side:l}=o.at(-1);return`${ht(o,n)}${l===n.players[0]?".":"\u2026"} ${r}`}function wo({store:t,view:s,review:n}){let{at:o,tree:r,line:l}=s,c=s.facts,a=$t(s,n),i=U(n.plies.get(n.line[a])),p=de(r,ue(l,o)).slice(a);if(i&&p.every((g,m)=>r[g].ply.move===i.pv[m]))return e(xo,{store:t,view:s,node:n.line[a],next:i,seen:p.length},a);let d=it(s,o-1),u=U(d);return u?e("div",{class:"said",children:[e("p",{children:[u.label??u.move," was ",e("span",{class:u.verdict,children:W[u.verdict]}),":"," ",At(u,c),"."," ",e("button",{type:"button",class:"quiet",onClick:()=>{t.goTo(o-1)},children:"What was better?"})]}),e(be,{of:u.label??u.move,reasons:B(u.facts)})]}):d?.verdict?e("div",{class:"said",children:[e("p",{children:[d.label??d.move," was ",W[d.verdict],"."]}),e(be,{of:d.label??d.move,reasons:B(d.facts)})]}):null}function xo({store:t,view:s,node:n,next:o,seen:r}){let{tree:l}=s,c=s.facts,{parent:a}=l[n],i={...l[a].ply?.after??s.start,draws:"automatic"},p=ge(c,i,o.best),[d,u]=[o.best_label??o.best,o.label??o.move],g=async m=>{await t.goToNode(a),await t.explore(m)};return e("div",{class:"said",children:[e("p",{children:["Here ",e("b",{children:d})," was better than ",u,", ",e("span",{class:o.verdict,children:W[o.verdict]}),":"," ",At(o,c),"."]}),e("p",{class:"better",role:"group","aria-label":"The better line",children:o.pv.slice(0,ko).map((m,h)=>e("button",{type:"button",class:"quiet","aria-current":h+1===r?"step":void 0,onClick:()=>{g(o.pv.slice(0,h+1))},children:o.pv_labels?.[h]??m},h))}),e(be,{of:d,reasons:p}),e(be,{of:u,reasons:B(o.facts)})]})}var ko=10;function be({of:t,reasons:s}){return s.length===0?null:e("p",{class:"why",children:[e("b",{children:[t,":"]})," ",s.join(" ")]})}function At(t,s){let[n,o,r]=Rt(t,s);return`${L(t.side,s)}\u2019s ${n} fell from ${o} to ${r}`}function Rt({score:t,best_score:s,expected:n,best_expected:o},r){return Le(r)&&t&&s&&!t.outcome&&!s.outcome?[Gt,Se(s,r),Se(t,r)]:["expected score",Ee(o??0),Ee(n??0)]}var Gt="evaluation";function So(t,s){let[n,o,r]=Rt(t,s);return`${n===Gt?"":`${n} `}${o} \u2192 ${r}`}var Eo=["fill","stroke"],To=["stroke-width","stroke-linecap","stroke-linejoin","stroke-dasharray"],Co=["font-family","font-size","font-weight","text-anchor"],$o="path, rect, circle, polygon, polyline, line, text",Po=".hint, .ring, .focus-ring, .under, .aim",Ao=["legal","movable","reachable","picked","takes"];function Mt(t,s){let n=t.cloneNode(!0);for(let m of n.querySelectorAll(Po))m.remove();for(let m of n.querySelectorAll("*"))m.classList.remove(...Ao);let o=document.createElement("div");o.className="unseen",o.style.colorScheme="light",o.style.backgroundColor="var(--surface)",o.append(n),t.parentElement.append(o);let r=Dt(getComputedStyle(o).getPropertyValue("background-color"));for(let m of n.querySelectorAll("*"))Ro(m);o.remove();for(let m of[n,...n.querySelectorAll("*")])Go(m);let{x:l,y:c,width:a,height:i}=t.viewBox.baseVal,p=720/Math.max(a,i);n.setAttribute("xmlns","http://www.w3.org/2000/svg"),n.setAttribute("width",String(Math.round(p*a))),n.setAttribute("height",String(Math.round(p*i)));let d=document.createElementNS(n.namespaceURI,"rect"),u={x:l,y:c,width:a,height:i,fill:r.colour};for(let[m,h]of Object.entries(u))d.setAttribute(m,String(h));let g=document.createElementNS(n.namespaceURI,"title");return g.textContent=s,n.prepend(g,d),`${new XMLSerializer().serializeToString(n)}
`}function Ro(t){let s=getComputedStyle(t),n=(o,r)=>t.setAttribute(o,r);if(s.display==="none")return n("display","none");if(s.opacity!=="1"&&n("opacity",s.opacity),s.transform!=="none"&&n("transform",s.transform),!!t.matches($o)){for(let o of Eo){let{colour:r,opacity:l}=Dt(s.getPropertyValue(o));n(o,r),l<1?n(`${o}-opacity`,String(l*Number(s.getPropertyValue(`${o}-opacity`)))):s.getPropertyValue(`${o}-opacity`)!=="1"&&n(`${o}-opacity`,s.getPropertyValue(`${o}-opacity`))}if(s.stroke!=="none")for(let o of To)n(o,s.getPropertyValue(o));if(t.matches("text"))for(let o of Co)n(o,s.getPropertyValue(o))}}function Dt(t){let[,s,n]=/^(rgba?|color)\((?:srgb )?([^)]*)\)$/.exec(t)??[];if(!s)return{colour:t,opacity:1};let o=n.split(/[\s,/]+/).map(Number),r=s==="color"?255:1,[l,c,a]=o.map(i=>Math.round(r*i));return{colour:`rgb(${l}, ${c}, ${a})`,opacity:o[3]??1}}function Go(t){if(t.getAttribute("display")==="none")return t.remove();for(let{name:s}of[...t.attributes])/^(class|style|role|tabindex|aria-.*|data-.*)$/.test(s)&&t.removeAttribute(s)}var Ge=t=>`data:image/svg+xml,${encodeURIComponent(t)}`;async function Me(t){let s=new Image;s.src=Ge(t),await s.decode();let n=document.createElement("canvas");return n.width=2*s.width,n.height=2*s.height,n.getContext("2d").drawImage(s,0,0,n.width,n.height),new Promise((o,r)=>n.toBlob(l=>l?o(l):r(new Error("the browser wrote no picture")),"image/png"))}var Mo=1500;function Nt({view:t,close:s}){let{facts:n,plies:o,at:r,position:l}=t,[c,a]=w(""),[i,p]=w(""),d=r>0?`, after ${o[r-1].label}`:"",u=n.title+d,g=H(()=>{let x=document.querySelector(".stage svg.board");return x?Mt(x,u):""},[l,u]),m=x=>{x.catch(T=>p(J(T)))},h=async()=>{await navigator.clipboard.write([new ClipboardItem({"image/png":Me(g)})]),a("Copied"),setTimeout(()=>a(""),Mo)},f=`plyd-${n.id}-${r}`;return e(F,{children:[e("img",{class:"diagram",src:Ge(g),alt:`The position as a picture: ${u}`}),i&&e("p",{class:"notice bad",role:"alert",children:i}),e("div",{class:"row end wrap",children:["ClipboardItem"in window&&navigator.clipboard&&e("button",{type:"button",onClick:()=>m(h()),children:c||"Copy picture"}),e(te,{title:"Copy SVG",text:()=>g}),e("button",{type:"button",onClick:()=>Z(g,`${f}.svg`,"image/svg+xml"),children:"Save SVG"}),e("button",{type:"button",onClick:()=>m(Me(g).then(x=>Z(x,`${f}.png`,"image/png"))),children:"Save PNG"}),e("button",{type:"button",onClick:()=>{s(),window.print()},children:"Print"}),e("button",{type:"button",class:"primary",onClick:s,children:"Done"})]})]})}var he=["pgn","pdn","sgf"],Ft="White|Black|Event|Site|Date|Round|Annotator|Opening|Termination",Do={pgn:/./,pdn:/./,sgf:new RegExp(`^(${Ft}|TimeControl|[A-Z][A-Z0-9]*)$`),ggf:new RegExp(`^(${Ft}|[A-Z][A-Z0-9]*)$`),psq:/^(White|Black)$/};async function Vt(t,s,n,o){let{facts:r,start:l}=t,c=n?Vo(t,s):t.tree,{moves:a,comments:i,...p}=mt(c,c[oe].children[0],l.moves.length),{tags:d,result:u}=Fo(t,s),g=v=>Do[s]?.test(v)??!1,m=he.includes(s),h={...l.state===void 0?{}:{state:l.state},moves:[...l.moves,...a],...p,...m?{comments:i}:{},...g("Termination")?{result:u}:{},format:s},f=Object.keys(d).filter(v=>!g(v));m||f.push(...Ot(Object.keys(i).length,"comments"));let x=Object.fromEntries(Object.entries(d).filter(([v])=>g(v))),{record:T,skipped:k}=await Lt(r,h,x,f,o);return f.push(...(k??[]).flatMap(v=>Ot(v.count,v.what))),{record:n?T.replace(Lo,"[%eval $1]"):T,lost:f}}var Ot=(t,s)=>t>0?[Ie(t,s.slice(0,-1))]:[];async function Lt(t,s,n,o,r){try{return await j(_(t.id,"record/write"),{...s,tags:n},r)}catch(l){let[,c]=l instanceof ze&&/^tags\.(.*)$/.exec(l.path??"")||[];if(c===void 0||!(c in n))throw l;let{[c]:a,...i}=n;return o.push(c),Lt(t,s,i,o,r)}}function No({players:t,sides:s},n){let o=t[0]==="black"||["sgf","ggf","psq"].includes(n)||s?.[0].colour==="black"&&s[1].colour==="white";return t[0]!=="white"&&o?["Black","White"]:["White","Black"]}function Fo(t,s){let{tags:n,ending:o,facts:r,settings:l,tree:c,origin:a}=t,{players:i,levels:p}=r,d=et(c),u=d.map(S=>c[S].ply),{Result:g,...m}=n,h=o?.node===(d.at(-1)??oe)?o:null;if(!h&&u.every(({by:S})=>S==="link"))return/^[-+]?\d/.test(m.RE)!==(s==="ggf")&&delete m.RE,{tags:m,result:g};let f=u.some(S=>S.clock!==void 0)?st(l.clock):null,x=["RE","Termination",...f?["TimeControl","TM","OT"]:[]],T=Object.entries(m).filter(([S,P])=>!x.includes(S)&&!P.startsWith("?")),k={Date:gt()};for(let[S,P]of No(r,s).entries()){let O=l.plays.includes(i[S])||u.some(({side:A,by:I})=>A===i[S]&&I==="plyd");O&&(T=T.filter(([A])=>!A.startsWith(P)));let E=l.by==="level"&&p.length>0?` level ${l.level}`:"";k[P]=O?`plyd${E}`:"Anonymous"}f&&(k.TimeControl=rt(f));let{over:v,outcome:D}=u.at(-1)?.then??a;k.Termination=h?h.how==="time"?"time forfeit":h.how:v?"normal":"unterminated";let $=h?h.winner:v&&D?D.winner:void 0,y=$===void 0?"*":$===null?"1/2-1/2":$===i[0]?"1-0":"0-1";return{tags:{...k,...Object.fromEntries(T)},result:y}}var Oo=10;function Vo({tree:t,review:s,facts:n},o){let r=t,l=o==="pgn"&&/^centi/i.test(n.score.unit),c=(i,p,d)=>{let{nags:u=[],comment:g=""}=r[i].ply,m=g.split(`
`).filter(Boolean);r=Te(r,i,{nags:p===null?u:[...new Set([...u,p])].sort((h,f)=>h-f),comment:(m.includes(d)?m:[...m,d]).join(`
`)})},a=i=>i?.verdict==="mistake"||i?.verdict==="blunder";for(let[i,p]of s.plies){let{verdict:d,loss:u,only_move:g}=p,m=dt[d??"good"],h=s.plies.get(t[i].parent);m?c(i,m,`plyd: ${d}`):d==="best"&&u===0&&!g&&a(h)&&c(i,1,"plyd: the best answer");let f=l&&Io(p,n);if(f&&(r=Te(r,i,{comment:[`\u27E6${f}\u27E7`,r[i].ply.comment].filter(Boolean).join(`
`)})),!m)continue;let x=t[i].parent;for(let[T,k]of p.pv.slice(0,Oo).entries())({tree:r,id:x}=Qe(r,x,{move:k})),T===0&&c(x,null,"plyd: better")}return r}var Lo=/⟦(\S+)⟧/g;function Io({score:t,side:s},{players:n}){if(!t||t.plies!==null&&t.plies<2)return null;let o=s===n[0]?t.value:-t.value;return t.plies===null?(o/100).toFixed(2):`#${o<0?"-":""}${Math.floor(t.plies/2)}`}var It="reviewed",De="diagram",Jo=t=>t==="moves"||t==="transcript"?"txt":t,Jt={record:"",lost:[]};function Wo({dialog:t,store:s,view:n}){let{open:o}=t,{facts:r,tree:l,ending:c,review:a}=n,i=r?.record_formats??[],p=i.find($=>he.includes($))??i[0]??"",d=[...i,...a?.summary&&he.includes(p)?[It]:[],...n.position?.board?[De]:[]],[u,g]=w(""),[{record:m,lost:h},f]=w(Jt),[x,T]=w(""),k=d.includes(u)?u:p,v=k===It,D=v?p:k;return M(()=>{if(!o||!r||!D||k===De)return;f(Jt),T("");let $=new AbortController;return Vt(n,D,v,$.signal).then(y=>$.signal.aborted||f(y),y=>$.signal.aborted||T(J(y))),()=>$.abort()},[o,r,l,c,a,k]),e("dialog",{ref:t.ref,"aria-labelledby":"save-title",onClose:t.closed,children:e("div",{class:"form",children:[e("h2",{id:"save-title",children:"Take the game along"}),e(z,{label:"Format",name:"format",options:d.map($=>[$,Ae[$]?.replace(/^a /,"")??$]),value:k,set:g}),k===De?o&&e(Nt,{view:n,close:t.close}):e(F,{children:[x?e("p",{class:"notice bad",role:"alert",children:x}):e("pre",{class:"record-text",tabindex:0,"aria-label":"Record",children:m}),h.length>0&&e("p",{class:"empty",children:["This format has no room for: ",h.join(", "),"."]}),e("div",{class:"row end wrap",children:[e(te,{title:"Copy link",text:()=>Ne(s.link())}),e(te,{title:"Copy record",text:()=>m,disabled:!m}),e("button",{type:"button",disabled:!m,onClick:()=>Z(m,`plyd-${r.id}.${Jo(D)}`),children:"Download"}),v&&e("button",{type:"button",onClick:()=>Z(lt(n),`plyd-${r.id}.svg`,"image/svg+xml"),children:"Graph"}),e("button",{type:"button",class:"primary",onClick:t.close,children:"Done"})]})]})]})})}Pe(vt);Pe(yt);export{Ht as Annotate,Zt as Keys,Qt as Paste,no as PositionEditor,ao as Recent,go as Reviewed,Wo as Save};
