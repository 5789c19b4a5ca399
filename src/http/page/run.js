import{J as S,c as r,d as b,ga as A,la as c,p as e,pa as I,q as v,ra as u,s as k,t as l,u as w,v as d,zb as R}from"./chunk.js";var T=`/* Run it */
.run {
  max-width: 1080px;
  margin: 0 auto;
  padding: 24px 20px;
  display: grid;
  gap: 16px;
}
.run h2,
.run summary {
  font-size: 1rem;
  color: var(--ink);
}
.run summary {
  cursor: pointer;
}
.steps {
  list-style: none;
  counter-reset: step;
  margin: 0;
  padding: 0;
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 16px;
}
.steps li {
  counter-increment: step;
  display: flex;
  flex-direction: column;
  align-items: start;
  gap: 8px;
}
.steps h2::before {
  content: counter(step);
  display: inline-grid;
  place-items: center;
  width: 24px;
  height: 24px;
  margin-right: 8px;
  border-radius: 50%;
  background: var(--sunken);
  font-size: 0.87rem;
}
.steps .note {
  font-size: 0.87rem;
  color: var(--soft);
}
.steps .button {
  margin-top: auto;
}
.command {
  position: relative;
  width: 100%;
}
.command pre {
  min-height: 92px;
  padding: 12px 12px 40px;
}
.command button {
  position: absolute;
  right: 8px;
  bottom: 8px;
  min-height: 28px;
  padding: 2px 8px;
  font-size: 0.8rem;
}
.caps {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr));
  gap: 4px 24px;
  margin: 8px 0 0;
}
.caps div {
  display: flex;
  justify-content: space-between;
  gap: 8px;
  border-bottom: 1px solid var(--line);
  padding: 4px 0;
}
.caps dt {
  overflow-wrap: anywhere;
  color: var(--soft);
  font-size: 0.87rem;
}
.caps dd {
  margin: 0;
}
.links {
  list-style: none;
  padding: 0;
  margin: 8px 0 0;
  display: grid;
  gap: 4px;
}
.links li {
  display: grid;
  grid-template-columns: 104px minmax(0, 1fr);
  align-items: baseline;
}
.links span {
  color: var(--soft);
  font-size: 0.87rem;
}
@media (max-width: 899px) {
  .run .steps {
    grid-template-columns: minmax(0, 1fr);
  }
}
@media (max-width: 819px) {
  .run {
    padding: 16px 10px;
  }
  .command pre {
    min-height: 0;
  }
}
@media (pointer: coarse) {
  .run button,
  .run .button,
  .run .segments span {
    min-height: 44px;
    min-width: 44px;
    align-content: center;
  }
  .command pre {
    padding-bottom: 60px;
  }
  .links a,
  .run summary {
    padding: 12px 0;
  }
  .run li a {
    min-width: 44px;
    display: inline-flex;
    align-items: center;
  }
}
`;var p={binary:["Binary","cargo install --path . && plyd","One static file. It serves on 127.0.0.1:8080; plyd serve --help lists every option."],docker:["Docker","docker build -t plyd . && docker run --rm -p 127.0.0.1:8080:8080 plyd","An image that holds the binary and nothing else, with its own health check."],kubernetes:["Kubernetes","helm install plyd deploy/chart --set image.repository=REGISTRY/plyd","Any number of pods: no state is shared, restarts lose no request. REGISTRY is yours."]},L=Object.keys(p).map(a=>[a,p[a][0]]),O="http://127.0.0.1:8080",G=[["/openapi.yaml","The contract","OpenAPI, as YAML; /openapi.json for tools"],["/v1","Limits","version and every cap, as JSON"],["/v1/games","Games","what can be played"],["/metrics","Metrics","for Prometheus"],["/readyz","Readiness","503 while it drains; /livez says that it lives"]];function N(){let[a,s]=r("binary"),[i,h]=r(null),[m,W]=r([]),[g,y]=r(null),[f,z]=r(!1);b(()=>{if(!f)return;let t=new AbortController;return I(()=>Promise.all([c("/v1",void 0,t.signal),c("/v1/games",void 0,t.signal)]),n=>y(n&&`${n.words} Asking again in ${n.seconds} s.`),t.signal).then(([n,{games:o}])=>{h(n),W(o)},n=>t.signal.aborted||y(u(n))),()=>t.abort()},[f]);let x=()=>z(!0);return e("main",{class:"run",children:[e("h1",{children:"Run it"}),g&&e("div",{class:"notice bad",role:"alert",children:g}),e("ol",{class:"steps",children:[e("li",{class:"card",children:[e("h2",{children:"Start it"}),e(A,{label:"How to start it",name:"way",options:L,value:a,set:s,small:!0}),e(E,{title:"Command to start it",command:p[a][1]}),e("p",{class:"note",children:p[a][2]})]}),e("li",{class:"card",children:[e("h2",{children:"Ask for a move"}),e(E,{title:"Command to ask for a move",command:`curl '${l?O:location.origin}/v1/games/chess/search?moves=e4,e5&level=4'`}),e("p",{class:"note",children:"The answer has the move, its score, and the line of play behind it."})]}),e("li",{class:"card",children:[e("h2",{children:"Build on it"}),e("p",{class:"note",children:["There are clients for TypeScript, Python and boardgame.io in ",e("code",{children:"clients"}),", and a game server to copy from in ",e("code",{children:"examples/game-server"}),"."]}),!l&&e("a",{class:"button primary",href:"/docs",children:"Read the API"})]})]}),w&&e(P,{}),!l&&e("section",{class:"card","aria-label":"Where to read on",children:[e("h2",{children:"Read on"}),e("ul",{class:"links",children:G.map(([t,n,o])=>e("li",{children:[e("a",{href:t,children:n})," ",e("span",{children:o})]},t))})]}),e("details",{class:"card",onToggle:x,children:[e("summary",{children:"Limits in force"}),i&&e("small",{children:i.engine}),e("dl",{class:"caps",children:Object.entries(i?.caps??{}).filter(([,t])=>typeof t=="number").map(([t,n])=>e("div",{children:[e("dt",{children:e("code",{children:t})}),e("dd",{children:S(n)})]},t))})]}),e("details",{class:"card",onToggle:x,children:[e("summary",{children:"Largest depth of each game, in plies"}),e("dl",{class:"caps",children:Object.entries(i?.caps.max_depth??{}).map(([t,n])=>e("div",{children:[e("dt",{children:m.find(o=>o.id===t)?.title??t}),e("dd",{children:n})]},t))})]})]})}function P(){let{kept:a}=k(d),[s,i]=r(null);return e("section",{class:"card","aria-label":"Without a server",children:[e("h2",{children:"Without a server"}),e("p",{children:a?"The engine is in this page. It plays on when the server cannot be reached.":"The engine can run in this page. It then plays on when the server cannot be reached."}),!a&&e("button",{type:"button",onClick:()=>{i(null),d.keep().catch(m=>i(u(m)))},children:"Load the engine"}),s&&e("p",{class:"notice bad",role:"alert",children:s})]})}function E({title:a,command:s}){return e("div",{class:"command",children:[e("pre",{class:"source",tabindex:0,"aria-label":a,children:e("code",{children:s})}),e(v,{title:"Copy",text:()=>s})]})}R(T);export{N as RunIt};
