import{H as Re,I as Ve,K as de,N as Oe,a as U,c as X,d as J,e as B,f as D,fa as Be,g as H,ga as We,h as Ne,i as De,ia as Ge,j as $e,ja as ue,k as Z,ka as Xe,l as _,la as F,ma as ze,mb as Fe,oa as Je,p as i,pa as He,q as Pe,r as Ae,ra as K,rb as ee,s as Le,sb as pe,t as ce,tb as te,ub as Ie,vb as me,w as Ce,wb as he,xb as fe,yb as ne,z as Q,zb as _e}from"./chunk.js";var Ke=`/* See pruning */
.pruning {
  display: grid;
  grid-template-columns: minmax(0, 1fr) 368px;
  grid-template-areas: "bar bar" "canvas insight";
  gap: 16px;
  padding: 16px 20px;
  max-width: 1560px;
  margin: 0 auto;
}
.source-bar {
  grid-area: bar;
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  align-items: end;
}
.source-bar .field {
  flex: 0 1 190px;
}
.source-bar .grow {
  flex: 1 1 220px;
  min-width: 0;
}
.source-bar .grow input {
  font-family: var(--mono);
  font-size: 0.86rem;
}
.source-bar .brief {
  flex-basis: 76px;
}
.trouble {
  flex-basis: 100%;
}
.trouble:empty {
  display: none;
}
.pruning .insight {
  overflow: auto;
}
.canvas {
  grid-area: canvas;
  display: flex;
  flex-direction: column;
  gap: 10px;
  min-height: 0;
}
.pruning .insight {
  grid-area: insight;
}
.scroll {
  flex: 1;
  overflow: auto;
  display: flex;
}
.sheet {
  position: relative;
  margin: auto;
  flex: none;
  line-height: 0;
}
.drawing {
  touch-action: pan-x pan-y;
  user-select: none;
  -webkit-user-select: none;
}
/* What runs behind letters is kept away from them. */
.drawing .label,
.drawing .who {
  paint-order: stroke;
  stroke: var(--surface);
  stroke-width: 4px;
  stroke-linejoin: round;
}
.drawing text {
  font-family: var(--sans);
  font-size: calc(14px * var(--text));
  text-anchor: middle;
  fill: var(--ink);
}
.panning {
  cursor: grabbing;
}
.view-bar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
}
.view-bar .zoom {
  display: flex;
  gap: 3px;
}
.view-bar button {
  min-height: 28px;
  padding: 1px 9px;
}
.view-bar .switch {
  padding: 2px 4px;
  min-height: 28px;
}
.view-bar .values {
  display: flex;
  align-items: center;
  gap: 6px;
  font-size: 0.9rem;
  white-space: nowrap;
}
.view-bar select {
  width: auto;
  min-height: 28px;
  padding: 1px 4px;
}
.outline,
.outline ul {
  list-style: none;
  margin: 0;
  padding: 0;
}
.outline {
  width: 100%;
  padding: 2px;
}
.outline ul {
  padding-left: 18px;
  border-left: 1.5px solid var(--line);
  margin-left: 12px;
}
.branch {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 8px;
  padding: 2px 6px;
  border-radius: 6px;
  min-height: 30px;
  font-size: 0.9rem;
}
.branch .who {
  color: var(--soft);
  font-size: 0.8rem;
}
.branch .value {
  color: var(--soft);
  font-weight: 600;
}
.branch.here {
  outline: 1.5px solid var(--now);
}
.branch.final .value {
  color: var(--ink);
}
.branch.pruned {
  color: var(--soft);
  font-size: 0.82rem;
}
.branch.gone {
  border: 1px dashed var(--soft);
}
.branch .why-cut {
  background: var(--warn);
  color: var(--warn-ink);
  border-radius: 8px;
  padding: 0 8px;
  font-size: 0.8rem;
}
.no-toggle {
  width: 28px;
}
/* The words about the current node, and the question. */
.callout {
  position: absolute;
  left: 0;
  top: 0;
  width: max-content;
  max-width: min(264px, 70vw);
  padding: 6px 10px;
  border: 1px solid var(--now);
  border-radius: 8px;
  background: var(--surface);
  box-shadow: 0 2px 10px light-dark(#1f262426, #0006);
  font-size: 0.87rem;
  line-height: 1.4;
}
.callout .row,
.branch .said .row {
  gap: 4px 6px;
}
.callout .row b,
.branch .said .row b {
  flex-basis: 100%;
}
.callout button,
.branch .said button {
  min-height: 30px;
  padding: 2px 9px;
  font-size: 0.84rem;
}
.branch .said {
  flex-basis: 100%;
}
.prediction {
  display: grid;
  gap: 4px;
}
.prediction .right {
  color: var(--good);
}
.prediction .wrong {
  color: var(--bad);
}
.node.closed .grip {
  cursor: pointer;
}
.edge line {
  stroke: var(--soft);
  stroke-width: 1.6;
  opacity: 0.7;
}
.edge.best line {
  stroke: var(--good);
  stroke-width: 4;
  opacity: 1;
}
.edge.live line {
  stroke: var(--now);
  stroke-width: 3;
  opacity: 1;
}
.edge.gone line {
  stroke-dasharray: 5 6;
  opacity: 0.55;
}
.window rect {
  fill: var(--surface);
  stroke: var(--line);
  stroke-width: 1;
}
.drawing .window text {
  font-size: 13px;
  fill: var(--soft);
}
.edge.live .window rect {
  stroke: var(--now);
}
.edge.live .window text {
  fill: var(--ink);
}
.reason rect {
  fill: var(--warn);
  stroke: var(--warn-line);
  stroke-width: 1;
}
.drawing .reason text {
  font-size: 13.5px;
  font-weight: 600;
  fill: var(--warn-ink);
}
.grip {
  cursor: pointer;
  outline: none;
}
.texts {
  pointer-events: none;
}
.node .shape {
  fill: var(--surface);
  stroke: var(--soft);
  stroke-width: 2;
}
.node.leaf .shape {
  stroke-width: 1.6;
}
.node .value {
  font-weight: 600;
}
.drawing .node.max .value,
.drawing .node.min .value {
  font-size: calc(13px * var(--text));
}
.drawing .node .beside {
  text-anchor: start;
}
.drawing .node .who {
  text-anchor: end;
}
.drawing .node .label,
.drawing .node .who {
  font-size: calc(13px * var(--text));
  fill: var(--soft);
}
.node.final .shape {
  fill: var(--chosen-soft);
  stroke: var(--ink);
}
.node.best .shape {
  stroke-width: 3;
  stroke: var(--good);
}
.node.here .shape {
  stroke: var(--now);
  stroke-width: 3.4;
}
.node.gone .shape {
  stroke-dasharray: 4 4;
  fill: var(--sunken);
  stroke: var(--soft);
}
.node.gone text {
  fill: var(--soft);
}
.node.selected .shape,
.grip:focus-visible .shape {
  stroke: var(--focus);
  stroke-width: 3.4;
}
.dragging .grip {
  cursor: grabbing;
}
.step {
  min-width: 3.4em;
  text-align: right;
}
.step b {
  color: var(--soft);
  font-weight: 400;
  font-size: 0.87rem;
}
.transport {
  display: flex;
  gap: 6px;
  align-items: center;
}
.transport button.primary {
  min-width: 74px;
}
.transport input {
  flex: 1;
  min-width: 60px;
  margin-left: 8px;
}
.counts table {
  table-layout: fixed;
  width: 100%;
  border-collapse: collapse;
  margin-top: 6px;
  font-size: 0.85rem;
}
.counts th {
  text-align: left;
  font-weight: 400;
  padding: 4px 0;
  white-space: nowrap;
}
.counts td {
  padding: 4px 0 4px 8px;
  text-align: right;
  white-space: nowrap;
}
.counts .name {
  width: 44%;
}
.counts .share {
  width: 10%;
}
.counts .rest {
  width: 16%;
}
.counts thead th {
  padding-left: 8px;
  text-align: right;
  color: var(--soft);
}
.counts .current th {
  font-weight: 600;
}
.counts .bar span {
  background: var(--soft);
}
.editor {
  display: grid;
  gap: 8px;
}
.editor button {
  min-height: 30px;
  padding: 2px 9px;
  font-size: 0.84rem;
}
.as-text textarea {
  font: 0.84rem/1.5 var(--mono);
  white-space: pre;
  resize: vertical;
  margin: 6px 0;
}
.as-text .fault {
  color: var(--bad);
  font-size: 0.87rem;
}
.as-text summary,
.about summary {
  cursor: pointer;
  font-size: 0.87rem;
  color: var(--soft);
}
.about p {
  font-size: 0.87rem;
  margin-top: 8px;
}
/* As high as the screen: nothing scrolls but the drawing. */
@media (min-width: 1100px) and (min-height: 480px) {
  .pruning {
    height: calc(100vh - var(--head));
    height: calc(100dvh - var(--head));
    grid-template-rows: auto minmax(0, 1fr);
  }
}
@media (max-width: 819px) {
  .pruning {
    padding: 10px;
  }
  .source-bar {
    flex-wrap: wrap;
    gap: 8px;
  }
  .source-bar .field {
    flex: 1 1 40%;
  }
  .source-bar .grow {
    flex: 1 1 60%;
    order: 5;
  }
  .source-bar button {
    order: 6;
  }
  .transport {
    flex-wrap: wrap;
  }
  .transport button,
  .transport button.primary {
    flex: 1 1 0;
    min-width: 44px;
    padding: 5px 0;
  }
  .transport input {
    flex: 1 0 100%;
    margin: 0;
  }
}
/* Where the page scrolls as a whole. */
@media (max-width: 1099px), (max-height: 479px) {
  .pruning {
    grid-template-columns: minmax(0, 1fr);
    grid-template-areas: "bar" "canvas" "insight";
  }
  .pruning .insight {
    max-height: none;
  }
  .pruning .scroll {
    flex: none;
    height: max(300px, 50vh);
    height: max(300px, 50dvh);
  }
}
@media (max-width: 819px) {
  .pruning .sheet {
    margin: 0 auto;
  }
  .callout {
    position: sticky;
    width: calc(100vw - 56px);
    max-width: none;
    min-height: 100px;
    box-shadow: none;
  }
}
@media (max-width: 380px) {
  /* No room for the bars beside their figures, and for windows that are no longer looked at. */
  .counts .share,
  .counts tr > :nth-child(2),
  .edge:not(.live) .window {
    display: none;
  }
  .counts .name {
    width: 40%;
  }
  .counts .rest {
    width: 20%;
  }
  .counts tbody th {
    white-space: normal;
  }
}
@media (pointer: coarse) {
  .pruning button,
  .pruning .button,
  .pruning select,
  .pruning input:not([type]),
  .pruning input[type="number"],
  .pruning .switch,
  .pruning .segments span,
  .pruning summary,
  .branch {
    min-height: 44px;
    align-content: center;
  }
  .branch button,
  .no-toggle,
  .pruning .zoom button {
    min-width: 44px;
  }
}
`;var[qe,zt]=[150,600],oe=class{known=new Map;game="";get(e){return this.known.get(Ye(e))}async fetch({id:e},n,o){this.game!==e&&this.known.clear(),this.game=e;let r=[...new Map(n.map(s=>[Ye(s),s]))].filter(([s])=>!this.known.has(s));if(r.length>zt)return!1;for(let s=0;s<r.length;s+=qe){let a=r.slice(s,s+qe),d=await Je(a.map(([,l])=>({game:e,state:l})),o);if(!d.every(l=>l!==null))return!1;a.forEach(([l],c)=>this.known.set(l,d[c]))}return!0}},Ye=t=>typeof t=="string"?t:JSON.stringify(t);function ge(t){return t.children.length===0?[]:[t.state,...t.children.flatMap(ge)]}function be(t){return{...t,label:null,children:t.children.map(be)}}function je(t,e){let[n,o]=[t[e-1],t[e]];return n?.kind!=="back"||!o?!1:o.kind==="cut"?o.id===n.id:(o.kind==="enter"||o.kind==="leaf")&&Jt(o.id)===n.id&&o.id!==""}var Jt=t=>t.split("/").slice(0,-1).join("/");function Ue(t,e){let n=e.kind==="cut",o=t===n,r=n?e.words.replace(/^Cut: /,"it is cut: "):"it is looked at: \u03B1 is still below \u03B2 here.";return{right:o,words:`${o?"Right":"No"}: ${r}`}}var we=[([t,e],n)=>[n-1-t,e],([t,e],n,o)=>[t,o-1-e],([t,e],n,o)=>[n-1-t,o-1-e]],Ht=[([t,e])=>[e,t],([t,e],n,o)=>[o-1-e,n-1-t],([t,e],n)=>[e,n-1-t],([t,e],n,o)=>[o-1-e,t]];function Qe({board:t,legal_moves:e,borders:n}){let o=new Map(e.map(({move:l})=>[l,l]));if(!t?.length||e.some(({cells:l})=>l.length===0))return o;let[r,s]=[t.length,t[0].length],a=new Map(e.map(({move:l,cells:c})=>[c.join(";"),l]));if(a.size<e.length)return o;let d=n?we.slice(2):r===s?[...we,...Ht]:we;for(let l of d){let c=p=>l(p,r,s);if(!t.every((p,m)=>p.every((w,v)=>{let[b,g]=c([m,v]);return t[b]?.[g]===w})))continue;let h=e.map(({cells:p})=>a.get(p.map(c).join(";")));if(!h.includes(void 0))for(let[p,{move:m}]of e.entries()){let[w,v]=[o.get(m),o.get(h[p])],[b,g]=Ze(e,w)<Ze(e,v)?[w,v]:[v,w];for(let[y,E]of o)E===g&&o.set(y,b)}}return o}var Ze=(t,e)=>t.findIndex(({move:n})=>n===e);var Ft=60;function et(t,{toggled:e,fold:n},o){let r=n?xe(t,o):t,s=re(r)>Ft,a=d=>{let l=d.children.length>0&&(s&&d.depth>0)!==e.has(d.id);return{...d,closed:l,children:l?[]:d.children.map(a)}};return a(r)}function xe(t,e){let n=t.node&&e.get(t.node.state);if(!n)return{...t,children:t.children.map(a=>xe(a,e))};let o=Qe(n),r=new Map;for(let a of t.children){let d=o.get(a.move)??a.move;r.set(d,[...r.get(d)??[],a])}let s=[...r.values()].map(a=>({...xe(a[0],e),alike:a.length}));return{...t,children:s}}var re=({children:t})=>1+t.reduce((e,n)=>e+re(n),0);function tt(t,e){let n=new Set,o=r=>{n.add(r.id),r.children.forEach(o)};return o(e),t.filter(({id:r,from:s})=>n.has(r)&&(s===void 0||n.has(s)))}function ot(t,e,n=It){return ve(t,e,n,"",0)}var It=(t,e)=>e;function ve(t,e,n,o,r){let s=new Map(t.children.map(c=>[c.move,c])),a=c=>o?`${o}/${c}`:c,d=e?.children&&t.why==="interior"?e.children.map(c=>{let u=s.get(c.name);return u?ve(u,c,n,a(c.name),r+1):rt(c,a(c.name),r+1)}):[...t.children.map(c=>ve(c,null,n,a(c.move),r+1)),...t.pruned.map(c=>_t(c,n(t,c),a(c),r+1,t.side))],l=e&&!e.children?e.value:null;return{id:o,move:t.move??"",label:t.label??t.move??"",side:t.side,depth:r,leaf:d.length===0,node:t,value:l,children:d,omitted:t.omitted}}function rt({name:t,side:e,value:n,children:o},r,s){let a=(o??[]).map(d=>rt(d,`${r}/${d.name}`,s+1));return{id:r,move:t,label:t,side:e,depth:s,leaf:a.length===0,node:null,value:o?null:n,children:a,omitted:0}}function _t(t,e,n,o,r){return{id:n,move:t,label:e,side:r,depth:o,leaf:!0,node:null,value:null,children:[],omitted:0}}var ie=t=>t<0?`\u2212${-t}`:String(t);function it(t){let e=1e6-Math.abs(t);return e>4e5?null:e}var st=t=>it(t)!==null;function at(t,e){let n=o=>Ve(o,t);return t.score.kind!=="distance"?Re(t)?n:ie:e==="plain"?ie:o=>{let r=it(o);return r===null?n(o):e==="outcomes"?o>0?"+1":"\u22121":`${o>0?"W":"L"}${r}`}}var q=(t,e,n)=>t===null?e:n(t);function nt([t,e],n){return`\u03B1 = ${q(t,"\u2212\u221E",n)}, \u03B2 = ${q(e,"\u221E",n)}`}function Y(t,e){let{kind:n,at:o}=t.cut;return n==="alpha"?`${e(o[1])} \u2264 \u03B1 = ${e(o[0])}`:`${e(o[0])} \u2265 \u03B2 = ${e(o[1])}`}function lt(t,e,n,o){let r=[],s=l=>l.id===""?"the root":`${l.side===e?"Max":"Min"}\u2019s node ${l.id.replaceAll("/",".")}`,a=(l,c)=>{let u=l.node,h=o?` with ${nt(c,n)}`:"";if(u.children.length===0)return r.push({kind:"leaf",id:l.id,best:u.value,window:c,words:`Leaf ${l.id.replaceAll("/",".")||"at the root"}: ${n(u.value)}.`}),u.value;r.push({kind:"enter",id:l.id,window:c,words:`Enter ${s(l)}${h}.`});let p=l.side===e,m=null,[w,v]=c;for(let b of l.children.filter(g=>g.node)){let g=a(b,o?[b.node.alpha,b.node.beta]:[null,null]),y=m===null||(p?g>m:g<m);y&&(m=g),o&&p&&(w===null||m>w)&&(w=m),o&&!p&&(v===null||m<v)&&(v=m);let E=p?"Max":"Min",x=y?`${E} can have ${n(m)} here`:`${n(g)} is no better for ${E}`;r.push({kind:"back",id:l.id,from:b.id,best:m,window:[w,v],words:`Back with ${n(g)}: ${x}${o?`; ${nt([w,v],n)}`:""}.`})}if(u.cut){let b=u.pruned.length+u.pruned_omitted,g=b===1?"one move is":`${b} moves are`;r.push({kind:"cut",id:l.id,best:m,window:[w,v],words:`Cut: ${Y(u,n)}. ${p?"Min":"Max"} has better already, so ${g} never looked at.`})}return u.value},d=a(t,[t.node.alpha,t.node.beta]);return r.push({kind:"done",id:"",best:d,window:[null,null],words:`Done: the root is worth ${n(d)} to Max.`}),r}function ye(t,e){let n={best:new Map,final:new Set,windows:new Map,cut:new Set,here:"",from:null};for(let o of t.slice(0,e))o.kind!=="done"&&n.windows.set(o.id,o.window),o.best!==void 0&&n.best.set(o.id,o.best),o.kind==="leaf"&&n.final.add(o.id),o.kind==="cut"&&n.cut.add(o.id),o.kind==="done"&&n.final.add(""),o.from!==void 0&&n.final.add(o.from),n.here=o.id,n.from=o.from??null;return n}function I(t){return[t,...t.children.flatMap(I)]}var z=["minimax","textbook","alpha-beta"],ke=["","given","reversed","best","worst"],$="tree",qt=12,Se=class extends Ae{task=new AbortController;positions=new oe;all=[];constructor(){super({games:[],facts:null,state:ee,branch:pe(ee),depth:2,algorithm:"textbook",order:"",answer:null,exchange:null,counts:{},whole:null,drawn:null,shape:{toggled:new Set,fold:!0},boards:!1,list:null,steps:[],step:0,playing:!1,selected:null,values:"distances",write:ie,predict:!1,verdict:null,score:[0,0],waiting:null,trouble:null})}async follow({game:e,options:n}){let o=z.find(l=>l===n.get("algorithm"))??this.view.algorithm,r=ke.find(l=>l===(n.get("order")??""))??"",s=Number(n.get("depth"))||this.view.depth,a=Z(n.get("state")),d=Math.floor(Number(n.get("step")))||0;e===null&&this.view.facts||(this.set({predict:n.get("predict")==="on"}),e!==null&&e!==$&&!this.view.facts&&this.set({branch:null}),await this.open(e,a,{algorithm:o,depth:s,order:r},n.has("step")?d:null))}async open(e,n,o={},r=null){let s=this.begin();try{if(this.view.games.length===0){let{games:u}=await this.patient(s,()=>F("/v1/games",void 0,s));this.set({games:u})}let{games:a}=this.view,d=e??(a.find(({id:u})=>u===$)??a[0]).id,c=(this.view.facts?.id===d?this.view.facts:null)??await this.patient(s,()=>F(`/v1/games/${encodeURIComponent(d)}`,void 0,s));await this.look(s,c,n??(d===$?ee:c.start),{...this.view,...o},r)}catch(a){s.aborted||this.set({trouble:Yt(a),waiting:null})}}async look(e,n,o,{algorithm:r,depth:s,order:a},d){let l=n.id===$?pe(o):null,c=Math.min(qt,l?Math.max(1,Ie(l)):s),u=x=>({...o===void 0?{}:{state:o},depth:c,algorithm:x,...a?{order:a}:{}}),h=ze(n.id,"tree"),p=u(r),m=await this.patient(e,()=>F(h,p,e)),w=l||await this.patient(e,()=>this.positions.fetch(n,ge(m.root),e)),v=(x,k)=>this.positions.get(x.state)?.legal_moves.find(T=>T.move===k)?.label??k,b=ot(w?m.root:be(m.root),l,w&&!l?v:void 0);this.set({facts:n,state:o,branch:l,depth:n.id===$?this.view.depth:c,algorithm:r,order:a,answer:m,whole:b,exchange:{path:h,body:p,answer:m},shape:{...this.view.shape,toggled:new Set},playing:!1,trouble:null,verdict:null,score:[0,0],counts:{[r]:m.stats}}),this.draw(d??0),this.remember();let g=z.filter(x=>x!==r),y=g.map(x=>({op:"tree",game:n.id,...u(x),max_nodes:1})),{results:E}=await this.patient(e,()=>F("/v1/batch",{items:y},e));await Promise.all(g.map(async(x,k)=>{let{status:T,body:P}=E[k],{stats:S}=T===200?P:await this.patient(e,()=>F(h,u(x),e)).catch(M=>{if(e.aborted||!(M instanceof ue))throw M;return{stats:null}});this.set({counts:{...this.view.counts,[x]:S}})}))}draw(e){let{whole:n,facts:o,answer:r,shape:s,values:a,algorithm:d,steps:l,step:c}=this.view,u=new Map(this.all.map((g,y)=>[g,y])),h=at(o,a),p=e===void 0&&c>0?u.get(l[c-1])??-1:-1;this.all=lt(n,r.max_side,h,d!=="minimax");let m=et(n,s,this.positions),w=tt(this.all,m),v=new Map(this.all.map((g,y)=>[g,y])),b=e??w.filter(g=>v.get(g)<=p).length;this.set({drawn:m,write:h,steps:w,step:Math.max(0,Math.min(w.length,b))}),this.view.boards&&this.fetchBoards()}toggle(e){let n=new Set(this.view.shape.toggled);n.delete(e)||n.add(e),this.set({shape:{...this.view.shape,toggled:n}}),this.draw()}fold(e){this.set({shape:{...this.view.shape,fold:e}}),this.draw()}setValues(e){this.set({values:e}),this.draw()}showBoards(e){this.set({boards:e}),e&&this.fetchBoards()}showList(e){this.set({list:e})}async fetchBoards(){let{facts:e,drawn:n}=this.view,o=I(n).map(r=>this.stateOf(r));await this.positions.fetch(e,o.filter(r=>r!==void 0),this.task.signal).catch(()=>!1),this.set({boards:this.view.boards})}stateOf({id:e,node:n,move:o}){if(n)return n.state;let r=jt(this.view.whole,e.split("/").slice(0,-1).join("/"));return(r?.node&&this.positions.get(r.node.state))?.legal_moves.find(a=>a.move===o)?.state}predict(e){this.set({predict:e,verdict:null,score:[0,0],playing:!1}),this.remember()}asks(){let{predict:e,steps:n,step:o}=this.view;return e&&je(n,o)}guess(e){let{steps:n,step:o,score:r}=this.view,s=Ue(e,n[o]);this.go(o+1),this.set({verdict:s,score:[r[0]+Number(s.right),r[1]+1]})}async edit(e,n){let{step:o,steps:r}=this.view;this.set({selected:n}),await this.open($,te(e),{},r.length>0&&o>=r.length?1/0:null)}select(e){this.set({selected:e})}go(e,n=!1){let o=Math.max(0,Math.min(this.view.steps.length,e));this.set({step:o,verdict:null,playing:n&&o<this.view.steps.length}),this.asks()&&this.set({playing:!1}),n||this.remember()}play(){let{step:e,steps:n}=this.view;this.go(e>=n.length?0:e,!0)}link(){let{facts:e,state:n,depth:o,algorithm:r,order:s,step:a,predict:d}=this.view;return e?De("pruning",e.id,{state:_(n),depth:e.id===$?void 0:String(o),algorithm:r,order:s||void 0,step:a>0?String(a):void 0,predict:d?"on":void 0}):"#pruning"}remember(){Ne(location.hash).tab==="pruning"&&history.replaceState(null,"",this.link())}begin(){return this.task.abort(new Error("something else began")),this.task=new AbortController,this.set({waiting:null,trouble:null}),this.task.signal}patient(e,n){return He(n,o=>!e.aborted&&this.set({waiting:o}),e)}};function Yt(t){return t instanceof ue?t.code==="unknown_game"?`This server has no such game: ${K(t)}`:t.path==="state"?`That is no position of this game: ${t.message}.`:t.code==="limit_exceeded"?`${K(t)} Look less deep.`:K(t):K(t)}function jt(t,e){return I(t).find(n=>n.id===e)}var ct=(t,e)=>Math.max(0,Math.min(t.right,e.right)-Math.max(t.left,e.left))*Math.max(0,Math.min(t.bottom,e.bottom)-Math.max(t.top,e.top)),dt=(t,e,n)=>Math.max(e,Math.min(n,t));function ut([t,e],n,o,r,s=[]){let[a,d]=[(n.left+n.right)/2,(n.top+n.bottom)/2],l=b=>dt(b,r.left,Math.max(r.left,r.right-t)),c=b=>dt(b,r.top,Math.max(r.top,r.bottom-e)),u=[a-t/2,a-24,a+24-t].map(l),h=[d-e/2,d-18,d+18-e].map(c),p=[["right",n.right+12],["left",n.left-12-t]],m=[...p.flatMap(([b,g])=>h.map(y=>({x:g,y,side:b}))),...u.map(b=>({x:b,y:n.bottom+12,side:"below"})),...u.map(b=>({x:b,y:n.top-12-e,side:"above"})),...p.flatMap(([b,g])=>[n.top-12-e,n.bottom+12].map(y=>({x:g,y,side:b})))],w=({x:b,y:g})=>{let y={left:b,top:g,right:b+t,bottom:g+e},E=t*e-ct(y,r),x=k=>k.reduce((T,P)=>T+ct(y,P),0);return 4*E+4*x([n,...s])+x(o)},v=m.reduce((b,g)=>w(g)<w(b)?g:b);return{...v,x:l(v.x),y:c(v.y)}}function pt(t,e,n,o,r){let s=D(null),[a,d]=X(null),l=()=>{s.current=null,d(null)};return{id:a?.id??null,dx:a?.dx??0,grab:(c,u)=>{let h=n.current.getBoundingClientRect();s.current={id:u,x:c.clientX,scale:n.current.viewBox.baseVal.width/h.width}},over:c=>{if(!s.current||!r||!e.has(s.current.id))return;let u=(c.clientX-s.current.x)*s.current.scale;(a||Math.abs(u)>7)&&d({id:s.current.id,dx:u})},drop:()=>{if(s.current&&!a&&o(s.current.id),a&&r){let c=e.get(a.id).children,u=t.get(a.id).x+a.dx,p=c.filter(({id:m})=>m!==a.id).filter(({id:m})=>t.get(m).x<u).length;c[p]?.id!==a.id&&r(a.id,p)}l()},cancel:l}}function se({id:t,node:e,value:n,leaf:o},r,s){let a=r.final.has(t),d=r.best.get(t)??(a&&e?e.value:n),l=a&&e&&e.bound!=="exact"&&!o?e.bound==="upper"?"\u2264":"\u2265":"";return d===null?o?"":"?":`${l}${s(d)}`}var j=({label:t,alike:e,closed:n})=>t+((e??1)>1?` \xD7${e}`:"")+(n?" \u25B8":"");var mt=({child:t,known:e,gone:n,best:o})=>{let r=t.id===e.here||t.id===e.from;return`edge${n?" gone":""}${o?" best":""}${r?" live":""}`};function ht(t){let{from:e,to:n}=t;return i("g",{class:mt(t),children:i("line",{x1:e.x,y1:e.y+18,x2:n.x,y2:n.y-18})})}function ft({windows:t,write:e,reason:n,below:o,text:r,...s}){let{child:a,from:d,to:l,known:c,gone:u}=s,h=c.windows.get(a.id),p=t&&a.children.length>0&&h&&!u?h:null;if(!p&&!n)return null;let[m,w]=[d.x+(l.x-d.x)*.58,d.y+(l.y-d.y)*.61];return i("g",{class:mt(s),children:[p&&i("g",{class:"window",transform:`translate(${m} ${w}) scale(${r})`,children:[i("rect",{x:"-36",y:"-18",width:"72",height:"36",rx:"8"}),i("text",{y:"-3",children:["\u03B1 ",q(p[0],"\u2212\u221E",e)]}),i("text",{y:"13",children:["\u03B2 ",q(p[1],"\u221E",e)]})]}),n&&i("g",{class:"reason",transform:`translate(${d.x} ${d.y+o}) scale(${r})`,children:[i("rect",{x:-n.length*4.3-8,y:"-11",width:n.length*8.6+16,height:"22",rx:"11"}),i("text",{dy:"0.35em",children:n})]})]})}function gt({drawn:t,x:e,y:n,known:o,isMax:r,gone:s,best:a,selected:d,focusable:l,write:c,text:u,box:h,half:p,board:m,grab:w,keys:v}){let{id:b,leaf:g,label:y,closed:E,alike:x}=t,k=o.final.has(b),T=se(t,o,c),P=o.here===b&&!k,S=g?"leaf":r?"max":"min",M=[g?"leaf":r?"Max":"Min",y&&`move ${y}`,(x??1)>1&&`one of ${x} equal by symmetry`,T===""||T==="?"?"":`value ${T}`,E&&"children hidden",s?"cut, never looked at":k?"finished":P?"the search is here":""];return i("g",{class:`node ${[E&&"closed",S,s&&"gone",a&&"best",d&&"selected",P&&"here",k&&"final"].filter(Boolean).join(" ")}`,transform:`translate(${e} ${n})`,children:[i("g",{class:"grip",role:"treeitem","aria-label":M.filter(Boolean).join(", "),"aria-selected":d,"aria-level":t.depth+1,"aria-expanded":E?!1:t.children.length>0?!0:void 0,tabindex:l?0:-1,"data-node":b,onPointerDown:w,onKeyDown:v,children:m?i("rect",{class:"shape",x:"-35",y:"-46",width:"70",height:"92",rx:"8"}):g?i("rect",{class:"shape",x:-h/2,y:"-17",width:h,height:"34",rx:"9"}):r?i("path",{class:"shape",d:`M0-27 ${p} 20H${-p}z`}):i("path",{class:"shape",d:`M0 27 ${-p}-20H${p}z`})}),i("g",{class:"texts","aria-hidden":"true",children:[m&&i("svg",{x:"-31",y:"-42",width:"62",height:"62",children:m}),i("text",{class:"value",y:m?33:g?0:r?9:-9,dy:"0.35em",children:[m&&!g?r?"\u25B2 ":"\u25BC ":"",T]}),y&&t.depth>0&&(g||E||m?i("text",{class:"label",y:(m?47:g?18:r?22:28)+13*u,children:j(t)}):i("text",{class:"label beside",x:p+4,y:r?16:-8,children:j(t)})),t.omitted>0&&i("text",{class:"label",y:"50",children:["+",t.omitted," more"]}),!g&&!E&&!m&&i("text",{class:"who",x:-p-(r?4:8),y:r?16:-8,children:r?"Max":"Min"})]})]})}var Ut=[116,150],[Zt,bt,Qt]=[52,56,4],en=14,tn=76,nn=320,[on,rn]=[13,11],[sn,an]=[1.6,2],ln=4,cn=6,Me=({value:t},e)=>Math.max(38,12+8.5*t*e),ae=({value:t},e)=>Math.max(30,6.6*t*e);function wt(t,e,[n,o]){let r=rn/on,s=Array.from({length:e.boards?1:ln},(l,c)=>{let u=1;for(let h=0;;h++){let p=dn(t,e,c+1,u),m=Math.min(sn,n/p.width,o/p.height),w=Math.min(an,r/m);if(w<=u||h===3)return{...p,scale:Math.max(m,r/u),text:u};u=w}}),a=s.find(l=>l.scale>=1&&l.text===1);if(a)return a;let d=l=>Math.min(1,n/(l.width*l.scale),o/(l.height*l.scale));return s.reduce((l,c)=>{let[u,h]=[d(l),d(c)];return h>u+.01||h>u-.01&&c.scale>1.05*l.scale?c:l})}function dn(t,e,n,o){let{boards:r,label:s}=e,a=Math.max(Me(e,o)+6,8+9*s*o),d=Math.max(2*ae(e,o)+8,12+9*s*o),l=2*ae(e,o)+60*o,c=S=>!r&&(S.leaf||(S.closed??!1)),u=S=>r?tn:S.leaf?a:S.closed?d:l,h=S=>(S.leaf?40:52)+17*o,p=new Map,m=new Map,w=new Map,v=[],b=S=>{S.children.forEach(b);let M=0;for(let A=0;A<S.children.length;){let R=A;for(;R<S.children.length&&c(S.children[R]);)R++;let W=S.children.slice(A,Math.max(R,A+1)),G=W.length>=cn?n:1,f=G>1?u(W[0])*(1-1/G)/2:0;M+=f;for(let[N,L]of W.entries()){let C=p.get(L.id)/G;m.set(L.id,M+C/2),w.set(L.id,N%G),M+=C,v[L.depth]=Math.max(v[L.depth]??0,(G-1)*h(L))}M+=f,A+=W.length}let O=Math.max(u(S),M);for(let A of S.children)m.set(A.id,m.get(A.id)-M/2);p.set(S.id,c(S)||r&&S.leaf?O:O+en)};b(t);let g=Ut[r?1:0],y=[Zt],E=new Map,x=0,k=(S,M)=>{let A=(y[S.depth]??=y[S.depth-1]+g+(v[S.depth-1]??0))+(w.get(S.id)??0)*h(S);x=Math.max(x,A),E.set(S.id,{x:M,y:A});for(let R of S.children)k(R,M+m.get(R.id))},T=p.get(t.id),P=Math.max(nn,T+2*Qt);return k(t,P/2),{points:E,width:P,height:x+(r?bt+30:bt+8*(o-1))}}function vt({drawn:t,known:e,max:n,windows:o,finished:r,write:s,selected:a,select:d,move:l,picture:c,toggle:u,board:h,room:p,zoom:m,children:w}){let v=H(()=>I(t),[t]),b=H(()=>{let f=Math.max(...v.filter(({leaf:C,closed:V})=>C||V).map(C=>j(C).length)),N=v.map(({value:C,node:V,leaf:Gt})=>(V&&!Gt&&V.bound!=="exact"?"\u2264":"")+s(C??V?.value??0));return{value:Math.max(...N.map(C=>C.length)),label:f,boards:h!==null}},[v,s,h!==null]),{points:g,width:y,height:E,scale:x,text:k}=H(()=>wt(t,b,p),[t,b,...p]),T=H(()=>new Map(v.flatMap(f=>f.children.map(N=>[N.id,f]))),[v]),P=H(()=>mn(t),[t]),S=f=>{d(f.id),!l&&f.id!==""&&(f.closed||f.children.length>0)&&u(f.id)},M=pt(g,T,c,f=>S(v.find(N=>N.id===f)),l),O=D(null);B(()=>pn(c.current,e.here),[e.here,t]),B(()=>{c.current&&O.current&&un(O.current,c.current,e.here)});let A=r?fn(t):new Set,R=(f,N)=>{let L=gn(f.key,N,T);if(f.altKey&&l&&T.has(N.id)&&/^Arrow(Left|Right)$/.test(f.key))l(N.id,T.get(N.id).children.indexOf(N)+(f.key==="ArrowLeft"?-1:1));else if(f.key==="Enter"||f.key===" ")S(N);else if(L)c.current?.querySelector(`[data-node="${CSS.escape(L.id)}"]`)?.focus();else return;f.preventDefault()},W=v.filter(({id:f})=>T.has(f)).map(f=>({child:f,from:g.get(T.get(f.id).id),to:g.get(f.id),known:e,gone:xt(f.id,P,e),best:A.has(f.id)})),G=f=>{let N=T.get(f.id);return f===hn(N)&&e.cut.has(N.id)?Y(N.node,s):null};return i("div",{class:"sheet",children:[i("svg",{ref:c,class:`drawing${M.id!==null?" dragging":""}`,viewBox:`0 0 ${y} ${E}`,width:y*x*m,height:E*x*m,role:"tree",style:{"--text":String(k)},"aria-label":"The game tree",onPointerMove:M.over,onPointerUp:M.drop,onPointerCancel:M.cancel,children:[i("g",{class:"edges",children:W.map(f=>i(ht,{...f},f.child.id))}),v.map(f=>{let{x:N,y:L}=g.get(f.id),C=M.id!==null&&(f.id===M.id||f.id.startsWith(`${M.id}/`))?M.dx:0;return i(gt,{drawn:f,x:N+C,y:L,known:e,isMax:f.side===n,gone:xt(f.id,P,e),write:s,text:k,box:Me(b,k),half:ae(b,k),best:A.has(f.id),selected:a===f.id,focusable:(a??"")===f.id,board:h?.(f)??null,grab:V=>M.grab(V,f.id),keys:V=>R(V,f)},f.id)}),i("g",{class:"labels","aria-hidden":"true",children:W.map(f=>i(ft,{...f,windows:o,write:s,reason:G(f.child),below:h?80:33+6*k,text:k},f.child.id))})]}),i("div",{class:"callout",ref:O,children:w})]})}function un(t,e,n){let o=e.closest(".scroll"),r=t.parentElement.getBoundingClientRect(),s=u=>{let{left:h,top:p,right:m,bottom:w}=u.getBoundingClientRect();return{left:h-r.left,top:p-r.top,right:m-r.left,bottom:w-r.top}},a=e.querySelector(`[data-node="${CSS.escape(n)}"]`);if(!a||getComputedStyle(t).position!=="absolute"){t.style.transform="";return}let d=[...e.querySelectorAll(".grip, .texts, .edge:not(.live) > .window")].filter(u=>!u.parentElement.contains(a)),l=[...e.querySelectorAll(".reason, .edge.live > .window")].map(s),c=ut([t.offsetWidth,t.offsetHeight],s(a),d.map(s),s(o),l);t.style.transform=`translate(${c.x}px, ${c.y}px)`}function pn(t,e){let[n,o]=[t?.parentElement,t?.querySelector(`[data-node="${CSS.escape(e)}"]`)];if(!n||!o)return;let[r,s]=[n.getBoundingClientRect(),o.getBoundingClientRect()],[a,d]=[s.x+s.width/2-r.x,s.y+s.height/2-r.y];(a<80||a>r.width-80)&&(n.scrollLeft+=a-r.width/2),(d<60||d>r.height-60)&&(n.scrollTop+=d-r.height/2)}function mn(t){let e=new Map,n=(o,r)=>{r!==null&&e.set(o.id,r);for(let s of o.children)n(s,r??(s.node?null:o.id))};return n(t,null),e}var xt=(t,e,n)=>e.has(t)&&n.cut.has(e.get(t)),hn=t=>t.children.find(({node:e})=>e===null);function fn(t){let e=new Set;for(let n=t;n?.node;){e.add(n.id);let o=n.node.value;n=n.children.find(({node:r})=>r?.value===o&&r.bound==="exact")??n.children.find(({node:r})=>r?.value===o)}return e}function gn(t,e,n){let o=n.get(e.id),r=o?.children??[];if(t==="ArrowUp")return o;if(t==="ArrowDown")return e.children[0];if(t==="ArrowLeft")return r[r.indexOf(e)-1];if(t==="ArrowRight")return r[r.indexOf(e)+1]}var le={minimax:"Minimax",textbook:"Textbook alpha-beta","alpha-beta":"plyd\u2019s alpha-beta"};function yt({view:t}){let{counts:e}=t,n=Math.max(1,...z.map(r=>e[r]?.nodes??0)),o=e.minimax?.nodes;return i("section",{class:"counts card","aria-label":"Counts",children:[i("h2",{children:"The cost of each search"}),i("table",{children:[i("colgroup",{children:[i("col",{class:"name"}),i("col",{class:"share"}),i("col",{}),i("col",{span:2,class:"rest"})]}),i("thead",{children:i("tr",{children:[i("th",{children:i("span",{class:"unseen",children:"Search"})}),i("th",{children:i("span",{class:"unseen",children:"Share"})}),i("th",{children:"Nodes"}),i("th",{children:"Leaves"}),i("th",{children:"Saved"})]})}),i("tbody",{children:z.map(r=>{let s=e[r];return i("tr",{"data-algorithm":r,class:r===t.algorithm?"current":"",children:[i("th",{scope:"row",children:le[r]}),i("td",{children:i(Ce,{role:"meter",share:(s?.nodes??0)/n,label:`Nodes of ${le[r]}`})}),i("td",{children:i("b",{children:s?de(s.nodes):s===null?"too many":"\u2026"})}),i("td",{children:s?de(s.leaves):""}),i("td",{children:s&&o&&r!=="minimax"?`\u2212${Oe(1-s.nodes/o)}`:""})]},r)})})]})]})}function St(t){let e=[];for(let[c,u]of t.replaceAll("	","    ").split(`
`).entries()){if(u.trim()==="")continue;let h=wn(u,c+1);if(!h)return{fault:`Line ${c+1} should be a number, Max, Min or a name, such as \u201Ca: 3\u201D.`};e.push(h)}if(e.length===0)return{fault:"There is no node yet."};let n=Math.min(...e.map(({indent:c})=>c)),o=e.filter(({indent:c})=>c===n),[r]=e,s=o.length===1&&r===o[0]&&r.name===null&&e.length>1,a=s?r:{at:0,indent:-1,name:null,side:null,value:null},d=s?e.slice(1):e,l=Mt(d);return l?{fault:l}:{state:te(Et(a,d,"","max"))}}var bn=/^(\s*)(?:-\s+)?(?:([^:]*):)?\s*(Max\b|Min\b)?\s*([−-]?\d+)?\s*$/i;function wn(t,e){let n=bn.exec(t),[,o,r,s,a]=n??[];if(n&&(r?.trim()||s||a))return{at:e,indent:o.length,name:r?.trim()||null,side:s?.toLowerCase()??null,value:a===void 0?null:Number(a.replace("\u2212","-"))};let[,d,l]=/^(\s*)(?:-\s+)?(\p{L}[^:]*?)\s*$/u.exec(t)??[];return l?{at:e,indent:d.length,name:l,side:null,value:null}:null}function kt(t){let e=[];for(let n of t){let o=e.at(-1);o&&n.indent>o[0].indent?o[1].push(n):e.push([n,[]])}return e}function Mt(t){let e=kt(t),[n]=e[0],o=new Set;for(let[{at:r,indent:s,name:a,side:d,value:l},c]of e){if(s!==n.indent)return`Line ${r} is indented unlike its siblings.`;if(a===null!=(n.name===null))return`Line ${r}: either all siblings have a name, or none.`;if(a!==null&&/^\d+$/.test(a))return`Line ${r}: a name needs a letter.`;if(a!==null&&o.has(a))return`Line ${r} has the name of a sibling.`;if(o.add(a??""),c.length===0&&l===null)return`Line ${r} has neither a number nor children.`;if(c.length===0&&d!==null)return`Line ${r} says whose node it is, but has no children.`;let u=c.length>0?Mt(c):null;if(u)return u}return null}function Et(t,e,n,o){let r=t.side??o,s=t.value??void 0,a=kt(e);if(a.length===0)return{name:n,side:r,value:s};let d=a.map(([l,c],u)=>Et(l,c,l.name??String(u),r==="max"?"min":"max"));return{name:n,side:r,value:s,children:d}}function Ee(t,e=0,n=0){let{name:o,side:r,value:s,children:a}=t,d=e===0||o===String(n)?"":`${o}: `,l=[a&&(r==="max"?"Max":"Min"),s].filter(u=>u!==void 0).join(" "),c=(a??[]).map((u,h)=>Ee(u,e+1,h));return["  ".repeat(e)+d+l,...c].join(`
`)}var Te=1e6;function Tt({store:t,view:e,branch:n}){let{selected:o}=e,r=o?o.split("/"):[],s=o===null?void 0:me(n,r),a=D(null),d=s!==void 0&&!s.children;J(()=>{d&&a.current?.select()},[o,d]);let l=r.length>0?me(n,r.slice(0,-1))?.children??[]:[],c=l.findIndex(({name:p})=>p===r.at(-1)),u=p=>{let m=r.slice(0,-1);t.edit(ne(n,r,c+p),[...m,/^\d+$/.test(r.at(-1))?String(c+p):r.at(-1)].join("/"))},h=p=>{let m=Math.round(Number(p));p.trim()===""||!Number.isFinite(m)||Math.abs(m)>Te||t.edit(he(n,r,w=>({...w,value:m})),o)};return i("section",{class:"editor card","aria-label":"Edit the tree",children:[i("h2",{children:"Edit"}),!s&&i("p",{class:"empty",children:"Select a leaf to change its number; drag a branch to change the order."}),s&&i(U,{children:[d&&i("label",{class:"field",children:[i("span",{children:["Value of leaf ",r.join(".")||"(the root)"]}),i("input",{ref:a,type:"number",step:"1",min:-Te,max:Te,value:s.value,onInput:p=>h(p.currentTarget.value)})]}),!d&&i("p",{class:"what",children:[s.side==="max"?"Max":"Min","\u2019s node ",r.join(".")||"(the root)"]}),i("div",{class:"row wrap",children:[i("button",{type:"button",onClick:()=>{t.edit(fe(n,r,s.value??0),o)},children:"Add child"}),r.length>0&&i("button",{type:"button",onClick:()=>{t.edit(fe(n,r.slice(0,-1)),o)},children:"Add sibling"}),r.length>0&&i("button",{type:"button",onClick:()=>{t.edit(he(n,r,()=>null),null)},children:"Remove"}),r.length>0&&i("button",{type:"button",disabled:c<=0,onClick:()=>u(-1),children:"Move left"}),r.length>0&&i("button",{type:"button",disabled:c>=l.length-1,onClick:()=>u(1),children:"Move right"})]})]}),i(xn,{store:t,branch:n})]})}function xn({store:t,branch:e}){let n=D(null),[o,r]=X(null),s=Ee(e);J(()=>{n.current&&n.current!==document.activeElement&&(n.current.value=s,r(null))},[s]);let a=d=>{let l=St(d);r("fault"in l?l.fault:null),"state"in l&&t.open($,l.state)};return i("details",{class:"as-text",children:[i("summary",{children:"As indented text"}),i("textarea",{ref:n,"aria-label":"The tree as indented text","aria-invalid":o!==null,"aria-describedby":"typed-fault",spellcheck:!1,rows:Math.max(6,s.split(`
`).length+1),defaultValue:s,onInput:d=>a(d.currentTarget.value)}),i("p",{id:"typed-fault",role:"status",class:o?"fault":"hint-line",children:o??"A number is a leaf. What is indented under a line is below it; \u201Ca: 3\u201D is a leaf with a name."})]})}var vn=["fill","stroke","stroke-width","stroke-dasharray","stroke-linejoin","paint-order","font-family","font-size","font-weight","text-anchor","opacity"];function yn(t){let e=t.cloneNode(!0),n=t.querySelectorAll("*");e.querySelectorAll("*").forEach((r,s)=>{let a=getComputedStyle(n[s]);for(let d of vn)r.setAttribute(d,a.getPropertyValue(d));for(let d of["class","role","tabindex","data-node","aria-label","aria-selected","aria-level"])r.removeAttribute(d)});let o=document.createElementNS("http://www.w3.org/2000/svg","rect");return o.setAttribute("width","100%"),o.setAttribute("height","100%"),o.setAttribute("fill",getComputedStyle(document.body).getPropertyValue("--surface").trim()||"white"),e.prepend(o),e.removeAttribute("class"),e.removeAttribute("role"),new XMLSerializer().serializeToString(e)}function Nt(t,e){Fe(yn(t),e,"image/svg+xml")}var Sn={"":"the search's own",given:"as listed",reversed:"reversed",best:"best first",worst:"worst first"};function Dt({store:t,view:{facts:e,state:n,order:o}}){return i("label",{class:"field",children:[i("span",{children:"Order of moves"}),i("select",{value:o,onChange:r=>{t.open(e.id,n,{order:r.currentTarget.value})},children:ke.map(r=>i("option",{value:r,children:Sn[r]},r))})]})}function $t(t){let e=D(null),{known:n}=t;return B(()=>{let[o,r]=[e.current?.parentElement,e.current?.querySelector(".here")];if(!o||!r)return;let[s,a]=[o.getBoundingClientRect(),r.getBoundingClientRect()];(a.top<s.top||a.bottom>s.bottom)&&(o.scrollTop+=(a.top+a.bottom-s.top-s.bottom)/2)},[n.here]),i("ul",{class:"outline",ref:e,children:i(Pt,{...t})})}function Pt({drawn:t,known:e,max:n,write:o,toggle:r,children:s}){let{id:a,node:d,label:l,closed:c,children:u,alike:h}=t,p=t.side===n,m=e.cut.has(a),w=u.filter(y=>y.node),v=u.filter(y=>!y.node),b=c||u.length>0,g=e.here===a;return i("li",{children:[i("div",{class:`branch${g?" here":""}${e.final.has(a)?" final":""}`,children:[b&&a!==""?i("button",{type:"button",class:"quiet","aria-expanded":!c,"aria-label":`Children of ${l}`,onClick:()=>r(a),children:c?"\u25B8":"\u25BE"}):i("span",{class:"no-toggle"}),i("span",{class:"who",children:b?p?"Max \u25B2":"Min \u25BC":"leaf"}),i("b",{children:a===""?"the root":l}),(h??1)>1&&i("small",{class:"alike",children:["\xD7",h]}),i("span",{class:"value",children:se(t,e,o)}),m&&i("span",{class:"why-cut",children:Y(d,o)}),g&&i("div",{class:"said",children:s})]}),w.length+v.length>0&&i("ul",{children:[w.map(y=>i(Pt,{drawn:y,known:e,max:n,write:o,toggle:r,children:s},y.id)),v.length>0&&i("li",{children:i("div",{class:`branch pruned${m?" gone":""}`,children:[m?"Never looked at: ":"Not looked at yet: ",v.map(y=>y.label+((y.alike??1)>1?` \xD7${y.alike}`:"")).join(", ")]})})]})]})}function At(){let t=D(null),e=()=>{t.current?.frame.classList.remove("panning"),t.current=null};return{onPointerDown:n=>{let o=n.currentTarget;n.pointerType==="mouse"&&n.button===0&&!n.target.closest(".grip, .callout")&&(t.current={frame:o,x:n.clientX+o.scrollLeft,y:n.clientY+o.scrollTop},o.classList.add("panning"))},onPointerMove:n=>{if(!t.current)return;let{frame:o,x:r,y:s}=t.current;o.scrollLeft=r-n.clientX,o.scrollTop=s-n.clientY},onPointerUp:e,onPointerCancel:e}}function Lt({store:t,view:e}){let{predict:n,verdict:o,score:r}=e;return n?i("div",{class:"prediction",children:[t.asks()?i("div",{class:"row wrap",role:"group","aria-label":"Predict the cut",children:[i("b",{children:"Is the next branch cut?"}),i("button",{type:"button",onClick:()=>t.guess(!0),children:"It is cut"}),i("button",{type:"button",onClick:()=>t.guess(!1),children:"It is looked at"})]}):!o&&e.step===0&&i("p",{class:"empty",children:"Step on: before each branch that may be cut you are asked."}),o&&i("p",{class:o.right?"right":"wrong",role:"status",children:o.words}),r[1]>0&&i("small",{class:"caption",children:[r[0]," of ",r[1]," right"]})]}):null}function Ct({store:t,view:e,said:n}){let{step:o,steps:r,playing:s}=e,a=r.length===0;return i("div",{class:"transport",role:"group","aria-label":"Step through the search",children:[i("button",{type:"button",disabled:a||o===0,onClick:()=>t.go(0),children:"Start"}),i("button",{type:"button",disabled:a||o===0,onClick:()=>t.go(o-1),children:"Back"}),i("button",{type:"button",class:"primary",disabled:a||t.asks(),onClick:()=>s?t.go(o):t.play(),children:s?"Pause":"Play"}),i("button",{type:"button",disabled:a||o>=r.length||t.asks(),onClick:()=>t.go(o+1),children:"Step"}),i("button",{type:"button",disabled:a||o>=r.length,onClick:()=>t.go(r.length),children:"End"}),i("input",{type:"range","aria-label":"Step",min:"0",max:r.length,value:o,onInput:d=>t.go(Number(d.currentTarget.value))}),i("p",{class:"step",role:"status","aria-live":"polite",children:[i("b",{children:[o,"/",r.length]})," ",i("span",{class:"unseen",children:n})]})]})}var kn=[[!1,"Drawing"],[!0,"List"]],Mn=[["distances","W3, L4"],["outcomes","+1, \u22121"],["plain","as searched"]];function Rt({store:t,view:e,list:n,zoom:o}){let{branch:r,facts:s,shape:a,boards:d,values:l,predict:c}=e;return i("div",{class:"view-bar",role:"group","aria-label":"How the tree is shown",children:[i(We,{small:!0,label:"Show it as",name:"tree-as",options:kn,value:n,set:u=>t.showList(u)}),!n&&i("span",{class:"zoom",role:"group","aria-label":"Size of the drawing",children:[i("button",{type:"button","aria-label":"Smaller",onClick:()=>o(1/1.25),children:"\u2212"}),i("button",{type:"button",onClick:()=>o(null),children:"Fit"}),i("button",{type:"button","aria-label":"Larger",onClick:()=>o(1.25),children:"+"})]}),!r&&i(Q,{title:"Fold symmetric moves",on:a.fold,set:u=>t.fold(u)}),!r&&!n&&(!s||s.layout)&&i(Q,{title:"Boards",on:d,set:u=>t.showBoards(u)}),i(Q,{title:"Predict the cut",on:c,set:u=>t.predict(u)}),!r&&(!s||s.score.kind==="distance")&&i("label",{class:"values",children:[i("span",{children:"Wins as"}),i("select",{value:l,onChange:u=>t.setValues(u.currentTarget.value),children:Mn.map(([u,h])=>i("option",{value:u,children:h},u))})]})]})}var En=900,Tn=16,Vt=[.25,6],Ot="(max-width: 819px)",Nn=104,Bt=8;function Dn({store:t}){let e=Le(t),n=D(null),{drawn:o,steps:r,step:s,answer:a,playing:d}=e;J(()=>{if(!d)return;let x=setTimeout(()=>t.go(s+1,!0),En);return()=>clearTimeout(x)},[t,d,s]);let l=s===0?"Press Step, or Play, and follow the search.":r[s-1]?.words??"",c=i(U,{children:[!(e.verdict&&r[s-1]?.kind==="cut")&&i("p",{"aria-hidden":"true",children:l.replace(/ ([=≤≥]) /g,"\xA0$1\xA0")}),i(Lt,{store:t,view:e})]}),{branch:u}=e,h=D(null),p=At(),[m,w]=X([0,0]);B(()=>{let x=()=>{let{offsetWidth:T,offsetHeight:P}=h.current;w([T-Bt,P-Bt-(matchMedia(Ot).matches?Nn:0)])};x();let k=new ResizeObserver(x);return k.observe(h.current),()=>k.disconnect()},[]);let[v,b]=X(1);B(()=>b(1),[a,e.boards]);let g=o?re(o)>Tn:e.branch===null,y=e.list??(matchMedia(Ot).matches&&g),E=x=>{let k=t.positions.get(t.stateOf(x));return k?i(Be,{facts:e.facts,position:k}):null};return i("main",{class:"pruning",children:[i("h1",{class:"unseen",children:"See what alpha-beta prunes, and why"}),i(Pn,{store:t,view:e}),i("section",{class:"canvas card","aria-label":"The tree",children:[i(Rt,{store:t,view:e,list:y,zoom:x=>b(x===null?1:Math.max(Vt[0],Math.min(Vt[1],v*x)))}),i("div",{class:"scroll",tabindex:0,role:"group","aria-label":"Drawing of the tree",ref:h,...p,children:[o&&a&&y&&i($t,{drawn:o,known:ye(r,s),max:a.max_side,write:e.write,toggle:x=>t.toggle(x),children:c}),o&&a&&!y&&m[0]>0&&i(vt,{drawn:o,known:ye(r,s),max:a.max_side,windows:a.algorithm!=="minimax",finished:s>=r.length,write:e.write,selected:e.selected,select:x=>t.select(x),picture:n,move:u?(x,k)=>{t.edit(ne(u,x.split("/"),k),null)}:null,toggle:x=>t.toggle(x),board:e.boards&&!u&&e.facts?.layout?E:null,room:m,zoom:v,children:c})]}),i(Ct,{store:t,view:e,said:l}),e.facts?.score.kind==="distance"&&e.values==="distances"&&r.some($n)&&i("p",{class:"hint-line",children:"W3: Max wins in 3 plies. L4: Max loses in 4."}),a?.truncated&&i("p",{class:"hint-line",children:"The listing stops here; values and counts are those of the whole search."})]}),i("aside",{class:"insight",children:[i(yt,{view:e}),u&&i(Tt,{store:t,view:e,branch:u}),i("details",{class:"card about",children:[i("summary",{children:"What \u03B1 and \u03B2 are"}),i("p",{children:["Max picks the largest value below it, Min the smallest. ",i("b",{children:"\u03B1"})," is what Max has for certain so far,"," ",i("b",{children:"\u03B2"})," what Min has: a search goes down with both, and comes back with a value."]}),i("p",{children:["If a branch of Min is worth \u03B1 or less, Max will not go there, however the rest of it turns out: the rest is"," ",i("b",{children:"cut"}),". A branch of Max that is worth \u03B2 or more is cut in the same way. The value of the root is that of minimax, with fewer nodes; the earlier good moves come, the fewer."]}),i("p",{children:"Press Step and watch the two numbers on the branches, or turn on Predict the cut."})]}),i("section",{class:"card","aria-label":"Take it with you",children:i("div",{class:"row wrap",children:[i("h2",{children:"Take it with you"}),i("button",{type:"button",disabled:!o,onClick:()=>n.current&&Nt(n.current,`plyd-${e.facts?.id??$}.svg`),children:"Export SVG"}),i(Pe,{title:"Copy link",text:()=>$e(t.link()),disabled:!o}),a&&!ce&&i("a",{class:"button",href:Wt(e,"svg"),children:"tree.svg"}),a&&!ce&&i("a",{class:"button",href:Wt(e,"dot"),children:"tree.dot"})]})}),i(Ge,{exchange:e.exchange,operation:"tree"})]})]})}var $n=({best:t})=>t!==void 0&&st(t);function Wt({facts:t,state:e,answer:n,algorithm:o,order:r},s){let a=new URLSearchParams({state:_(e),depth:String(n.depth),algorithm:o});return r&&a.set("order",r),`/v1/games/${t.id}/tree.${s}?${a}`}function Pn({store:t,view:e}){let n=D(null),{facts:o,games:r,depth:s,algorithm:a,state:d,branch:l}=e,c=_(d);J(()=>{n.current&&n.current!==document.activeElement&&(n.current.value=c)},[c]);let u=l!==null;return i("form",{class:"source-bar card",onSubmit:p=>{p.preventDefault(),t.open(o?.id??$,Z(n.current.value))},children:[i("label",{class:"field",children:[i("span",{children:"Tree of"}),i("select",{value:o?.id??$,onChange:p=>{let m=p.currentTarget.value;n.current.value="",t.open(m,void 0,{depth:2})},children:[r.some(({id:p})=>p===$)&&i("option",{value:"tree",children:"My own numbers"}),r.filter(({id:p})=>p!==$).map(({id:p,title:m})=>i("option",{value:p,children:m},p))]})]}),i("label",{class:"field grow",children:[i("span",{children:u?"Numbers in brackets":"Position"}),i("input",{ref:n,defaultValue:c,spellcheck:!1,autocomplete:"off","aria-invalid":e.trouble!==null,"aria-describedby":"source-trouble"})]}),!u&&i("label",{class:"field brief",children:[i("span",{children:"Depth"}),i("input",{type:"number",min:"1",max:"12",value:s,onChange:p=>{t.open(o.id,d,{depth:Number(p.currentTarget.value)||1})}})]}),i("label",{class:"field",children:[i("span",{children:"Search"}),i("select",{value:a,onChange:p=>{t.open(o.id,d,{algorithm:p.currentTarget.value})},children:z.map(p=>i("option",{value:p,children:le[p]},p))})]}),i(Dt,{store:t,view:e}),i("button",{type:"submit",class:"primary",children:"Draw"}),i("div",{id:"source-trouble",class:"trouble",children:(e.trouble||e.waiting)&&i("p",{class:"notice bad",role:"alert",children:e.trouble??Xe(e.waiting)})})]})}_e(Ke);export{Dn as SeePruning,Se as TreeStore};
