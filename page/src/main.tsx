import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { type Link, read, write, type Tab } from "./link";
import { applyLooks } from "./looks";
import { Copy } from "./Copy";
import { HAS_NO_SERVER } from "./engine";
import { EngineNotice } from "./EngineNotice";
import { Keyboard } from "./play/Keyboard";
import { Play } from "./play/Play";
import { GameStore } from "./play/gameStore";
import type { TreeStore } from "./pruning/treeStore";
import "./shared";
import { Sign } from "./Sign";
import { useStore } from "./store";

const game = new GameStore();
let tree: TreeStore | null = null;

const TABS: [Tab, string, string][] = [
  ["play", "Play", "Play"],
  ["pruning", "See pruning", "Pruning"],
  ["rules", "Your own rules", "Rules"],
  ["run", "Run it", "Run it"],
];

/** Opens what an entry of the browser's history stands for: a game that is kept, or the position of its link. */
function followGame(link: Link): void {
  const id = (history.state as { game?: string } | null)?.game;
  if (id && id === game.view.id && game.view.facts) return;
  if (id) void game.reopen(id, link);
  else if (game.view.facts && location.hash === game.link()) game.remember();
  else void game.follow(link);
}

function Page(): JSX.Element {
  const [tab, setTab] = useState<Tab>(() => read(location.hash).tab);
  const [more, setMore] = useState<typeof import("./more") | null>(null);
  const [rules, setRules] = useState<typeof import("./templates") | null>(null);
  const [run, setRun] = useState<typeof import("./run") | null>(null);
  useEffect(() => {
    const follow = () => {
      const link = read(location.hash);
      setTab(link.tab);
      if (link.tab === "play") followGame(link);
      else if (link.tab === "run") void import("./run").then(setRun);
      else if (link.tab === "rules") void import("./templates").then(setRules);
      else
        void import("./more").then((more) => {
          tree ??= new more.TreeStore();
          setMore(more);
          if (!(tree.view.facts && location.hash === tree.link())) void tree.follow(link);
        });
    };
    follow();
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  // Each tab's link keeps what is open in it.
  const address = (of: Tab) =>
    of === "play" ? game.link() : of === "pruning" ? (tree?.link() ?? "#pruning") : write(of);
  return (
    <>
      <header class="top">
        <a
          class="brand"
          href="#play"
          onClick={(event) => {
            event.preventDefault();
            location.hash = game.link();
          }}
        >
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <Sign />
          </svg>
          <span>plyd</span>
        </a>
        <nav aria-label="Parts of this page">
          {TABS.map(([id, title, brief]) => (
            <a
              key={id}
              href={`#${id}`}
              aria-current={id === tab ? "page" : undefined}
              onClick={(event) => {
                event.preventDefault();
                location.hash = address(id);
              }}
            >
              <span class="wide">{title}</span>
              <span class="narrow">{brief}</span>
            </a>
          ))}
          {!HAS_NO_SERVER && <a href="/docs">API</a>}
        </nav>
        {!HAS_NO_SERVER && <WhatItIs />}
        {tab === "play" && <Keyboard store={game} />}
      </header>
      <EngineNotice />
      {tab === "play" && <Play store={game} />}
      {more && tree && tab === "pruning" && <more.SeePruning store={tree} />}
      {rules && tab === "rules" && <rules.YourRules link={read(location.hash)} />}
      {run && tab === "run" && <run.RunIt />}
    </>
  );
}

/** The sentence for who finds the page first: not a site to play on, but a service to build on. */
function WhatItIs(): JSX.Element {
  const { facts } = useStore(game);
  const asks = facts && facts.levels.length === 0 ? "depth=4" : "level=4&seed=1";
  const command = `curl '${location.origin}/v1/games/${facts?.id ?? "chess"}/search?${asks}'`;
  return (
    <p class="what">
      <b>Game AI as an API</b>
      <code>{command}</code>
      <Copy title="Copy" text={() => command} />
    </p>
  );
}

applyLooks();
render(<Page />, document.getElementById("page")!);
