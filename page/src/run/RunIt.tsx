// The third tab: how to run it, and the limits of the one that is running.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { ask, persist, sentence } from "../ask";
import { Copy } from "../Copy";
import { engine, HAS_NO_SERVER, MAY_KEEP } from "../engine";
import { useStore } from "../store";
import type { GameSummary, Index } from "../wire";
import { number } from "../words";

const WAYS: [string, string, string][] = [
  [
    "Binary",
    "cargo install --path . && plyd",
    "One static file. Serves on 127.0.0.1:8080; plyd serve --help lists every option.",
  ],
  [
    "Docker",
    "docker build -t plyd . && docker run --rm -p 127.0.0.1:8080:8080 plyd",
    "An image that holds the binary and nothing else, with its own health check.",
  ],
  [
    "Kubernetes",
    "helm install plyd deploy/chart --set image.repository=REGISTRY/plyd",
    "Any number of pods: no state is shared, restarts lose no request. REGISTRY is yours.",
  ],
];

const LINKS: [string, string, string][] = [
  ["/docs", "API", "every operation, to be read and tried here"],
  ["/openapi.yaml", "The contract", "OpenAPI, as YAML; /openapi.json for tools"],
  ["/v1", "Limits", "version and every cap, as JSON"],
  ["/v1/games", "Games", "what can be played"],
  ["/metrics", "Metrics", "for Prometheus"],
  ["/readyz", "Readiness", "503 while it drains; /livez says that it lives"],
];

export function RunIt(): JSX.Element {
  const [index, setIndex] = useState<Index | null>(null);
  const [games, setGames] = useState<GameSummary[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
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
  }, []);
  return (
    <main class="run">
      <h1>Run it</h1>
      {trouble && (
        <div class="notice bad" role="alert">
          {trouble}
        </div>
      )}
      <section class="ways" aria-label="Ways to run it">
        {WAYS.map(([title, command, note]) => (
          <Way key={title} title={title} command={command} note={note} />
        ))}
      </section>
      {MAY_KEEP && <Keep />}
      <section class="card" aria-label="Limits in force">
        <h2>
          Limits in force <small>{index?.engine}</small>
        </h2>
        {index && (
          <dl class="caps">
            {Object.entries(index.caps)
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
        )}
      </section>
      <section class="card" aria-label="Depth by game">
        <h2>
          Largest depth <small>plies, by game</small>
        </h2>
        {index && (
          <dl class="caps">
            {Object.entries(index.caps.max_depth).map(([id, depth]) => (
              <div key={id}>
                <dt>{games.find((game) => game.id === id)?.title ?? id}</dt>
                <dd>{depth}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <section class="card" aria-label="Where to read on">
        <h2>Read on</h2>
        <ul class="links">
          {(HAS_NO_SERVER ? [] : LINKS).map(([path, title, note]) => (
            <li key={path}>
              <a href={path}>{title}</a> <span>{note}</span>
            </li>
          ))}
        </ul>
        <p class="empty">
          The source has guides in <code>docs/guide</code>, clients for TypeScript, Python and boardgame.io in{" "}
          <code>clients</code>, and a game server to copy from in <code>examples/game-server</code>.
        </p>
      </section>
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

function Way({ title, command, note }: { title: string; command: string; note: string }): JSX.Element {
  return (
    <article class="card">
      <div class="row">
        <h2>{title}</h2>
        <Copy title="Copy" text={() => command} />
      </div>
      <pre class="source" tabindex={0} aria-label={`Command for ${title}`}>
        <code>{command}</code>
      </pre>
      <p>{note}</p>
    </article>
  );
}
