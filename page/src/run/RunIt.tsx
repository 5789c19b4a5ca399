// The tab that says how to run it, and the limits of the one that is running.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { ask, persist, sentence } from "../ask";
import { Copy } from "../Copy";
import { engine, HAS_NO_SERVER, MAY_KEEP } from "../engine";
import { Segments } from "../Segments";
import { useStore } from "../store";
import type { GameSummary, Index } from "../wire";
import { number } from "../words";

/** Ways to start it: a name, a command, and what is good to know. */
const WAYS = {
  binary: [
    "Binary",
    "cargo install --path . && plyd",
    "One static file. It serves on 127.0.0.1:8080; plyd serve --help lists every option.",
  ],
  docker: [
    "Docker",
    "docker build -t plyd . && docker run --rm -p 127.0.0.1:8080:8080 plyd",
    "An image that holds the binary and nothing else, with its own health check.",
  ],
  kubernetes: [
    "Kubernetes",
    "helm install plyd deploy/chart --set image.repository=REGISTRY/plyd",
    "Any number of pods: no state is shared, restarts lose no request. REGISTRY is yours.",
  ],
} as const;
type WayName = keyof typeof WAYS;
const NAMES = (Object.keys(WAYS) as WayName[]).map((way) => [way, WAYS[way][0]] as const);

/** Where a server started so listens. */
const LOCAL = "http://127.0.0.1:8080";

const LINKS: [string, string, string][] = [
  ["/openapi.yaml", "The contract", "OpenAPI, as YAML; /openapi.json for tools"],
  ["/v1", "Limits", "version and every cap, as JSON"],
  ["/v1/games", "Games", "what can be played"],
  ["/metrics", "Metrics", "for Prometheus"],
  ["/readyz", "Readiness", "503 while it drains; /livez says that it lives"],
];

export function RunIt(): JSX.Element {
  const [way, setWay] = useState<WayName>("binary");
  const [index, setIndex] = useState<Index | null>(null);
  const [games, setGames] = useState<GameSummary[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    const task = new AbortController();
    persist(
      () =>
        Promise.all([
          ask<Index>("/v1", undefined, task.signal),
          ask<{ games: GameSummary[] }>("/v1/games", undefined, task.signal),
        ]),
      (waiting) => setTrouble(waiting && `${waiting.words} Asking again in ${waiting.seconds} s.`),
      task.signal,
    ).then(
      ([index, { games }]) => {
        setIndex(index);
        setGames(games);
      },
      (error) => task.signal.aborted || setTrouble(sentence(error)),
    );
    return () => task.abort();
  }, [wanted]);
  const open = () => setWanted(true);
  return (
    <main class="run">
      <h1>Run it</h1>
      {trouble && (
        <div class="notice bad" role="alert">
          {trouble}
        </div>
      )}
      <ol class="steps">
        <li class="card">
          <h2>Start it</h2>
          <Segments label="How to start it" name="way" options={NAMES} value={way} set={setWay} small />
          <Command title="Command to start it" command={WAYS[way][1]} />
          <p class="note">{WAYS[way][2]}</p>
        </li>
        <li class="card">
          <h2>Ask for a move</h2>
          <Command
            title="Command to ask for a move"
            command={`curl '${HAS_NO_SERVER ? LOCAL : location.origin}/v1/games/chess/search?moves=e4,e5&level=4'`}
          />
          <p class="note">The answer has the move, its score, and the line of play behind it.</p>
        </li>
        <li class="card">
          <h2>Build on it</h2>
          <p class="note">
            There are clients for TypeScript, Python and boardgame.io in <code>clients</code>, and a game server to copy
            from in <code>examples/game-server</code>.
          </p>
          {!HAS_NO_SERVER && (
            <a class="button primary" href="/docs">
              Read the API
            </a>
          )}
        </li>
      </ol>
      {MAY_KEEP && <Keep />}
      {!HAS_NO_SERVER && (
        <section class="card" aria-label="Where to read on">
          <h2>Read on</h2>
          <ul class="links">
            {LINKS.map(([path, title, note]) => (
              <li key={path}>
                <a href={path}>{title}</a> <span>{note}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <details class="card" onToggle={open}>
        <summary>Limits in force</summary>
        {index && <small>{index.engine}</small>}
        <dl class="caps">
          {Object.entries(index?.caps ?? {})
            .filter(([, value]) => typeof value === "number")
            .map(([name, value]) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>{number(value as number)}</dd>
              </div>
            ))}
        </dl>
      </details>
      <details class="card" onToggle={open}>
        <summary>Largest depth of each game, in plies</summary>
        <dl class="caps">
          {Object.entries(index?.caps.max_depth ?? {}).map(([id, depth]) => (
            <div key={id}>
              <dt>{games.find((game) => game.id === id)?.title ?? id}</dt>
              <dd>{depth}</dd>
            </div>
          ))}
        </dl>
      </details>
    </main>
  );
}

/** Offers to load the engine. */
function Keep(): JSX.Element {
  const { kept } = useStore(engine);
  const [trouble, setTrouble] = useState<string | null>(null);
  const load = () => {
    setTrouble(null);
    engine.keep().catch((error) => setTrouble(sentence(error)));
  };
  return (
    <section class="card" aria-label="Without a server">
      <h2>Without a server</h2>
      <p>
        {kept
          ? "The engine is in this page. It plays on when the server cannot be reached."
          : "The engine can run in this page. It then plays on when the server cannot be reached."}
      </p>
      {!kept && (
        <button type="button" onClick={load}>
          Load the engine
        </button>
      )}
      {trouble && (
        <p class="notice bad" role="alert">
          {trouble}
        </p>
      )}
    </section>
  );
}

function Command({ title, command }: { title: string; command: string }): JSX.Element {
  return (
    <div class="command">
      <pre class="source" tabindex={0} aria-label={title}>
        <code>{command}</code>
      </pre>
      <Copy title="Copy" text={() => command} />
    </div>
  );
}
