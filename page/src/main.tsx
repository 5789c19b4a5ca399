import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { read, write, type Tab } from "./link";
import { Play } from "./play/Play";
import { GameStore } from "./play/gameStore";
import { TreeStore } from "./pruning/treeStore";
import { SeePruning } from "./pruning/SeePruning";
import { RunIt } from "./run/RunIt";
import { Sign } from "./Sign";
import { useStore } from "./store";

const game = new GameStore();
const tree = new TreeStore();

const TABS: [Tab, string, string][] = [
  ["play", "Play", "Play"],
  ["pruning", "See pruning", "Pruning"],
  ["run", "Run it", "Run it"],
];

function Page(): JSX.Element {
  const [tab, setTab] = useState<Tab>(() => read(location.hash).tab);
  useEffect(() => {
    const follow = () => {
      const link = read(location.hash);
      setTab(link.tab);
      if (link.tab === "play" && !(game.view.facts && location.hash === game.link())) void game.follow(link);
      if (link.tab === "pruning" && !(tree.view.facts && location.hash === tree.link())) void tree.follow(link);
    };
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  // Each tab's link keeps what is open in it.
  const address = (of: Tab) => (of === "play" ? game.link() : of === "pruning" ? tree.link() : write("run"));
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
          <a href="/docs">API</a>
        </nav>
        <WhatItIs />
      </header>
      {tab === "play" ? <Play store={game} /> : tab === "pruning" ? <SeePruning store={tree} /> : <RunIt />}
    </>
  );
}

/** This server as curl takes it, http being its default. */
const SERVER = location.protocol === "http:" ? location.host : location.origin;

/** The sentence for who finds the page first: not a site to play on, but a service to build on. */
function WhatItIs(): JSX.Element {
  const { facts } = useStore(game);
  return (
    <p class="what">
      <b>The game AI of your game server, as an API.</b>
      <code>{`curl ${SERVER}/v1/games/${facts?.id ?? "chess"}/search?level=4`}</code>
    </p>
  );
}

render(<Page />, document.getElementById("page")!);
