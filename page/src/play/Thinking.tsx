// What plyd thinks, as it thinks.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Bar } from "../Bar";
import { text, write } from "../link";
import { compact, count, duration, ended, judged, percent } from "../words";
import { reviews } from "./ReviewCard";
import type { GameStore } from "./gameStore";
import type { View } from "./view";

export function Thinking({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { thought, position, facts } = view;
  const progress = thought?.progress;
  const best = progress?.lines[0];
  const stats = progress?.stats;
  if (position?.over && !thought?.running) return <Result store={store} view={view} />;
  return (
    <section class="thinking card" aria-label="Thinking">
      <div class="row">
        <h2>{thought ? TITLES[thought.why] : "Thinking"}</h2>
        {position && !thought?.running && (
          <a class="more" href={write("pruning", position.game, { state: text(position.state), depth: "2" })}>
            See its tree
          </a>
        )}
        {thought?.running && (
          <button type="button" class="stop" onClick={() => void store.stop()}>
            Stop
          </button>
        )}
      </div>
      <Progress view={view} />
      {!thought && <p class="empty">Make a move. What plyd looks at appears here, as it searches.</p>}
      {thought && (
        <>
          <p class="verdict">
            <b>{best ? judged(best.score, thought.mover, facts!) : "…"}</b>
            {progress && <span> at depth {progress.depth}</span>}
          </p>
          <p class="pv" aria-label="Best line">
            {thought.line.slice(0, 24).map((move, i) => (
              <span key={i}>{move}</span>
            ))}
          </p>
          <dl class="figures">
            <div>
              <dt>Nodes</dt>
              <dd>{stats ? compact(stats.nodes) : "–"}</dd>
            </div>
            <div>
              <dt>Cut-offs</dt>
              <dd>{stats ? compact(stats.alpha_cutoffs + stats.beta_cutoffs) : "–"}</dd>
            </div>
            <div>
              <dt>Moves pruned</dt>
              <dd>{stats ? compact(stats.moves_pruned) : "–"}</dd>
            </div>
            {stats?.pruned_fraction != null ? (
              <div>
                <dt>Of minimax saved</dt>
                <dd>{percent(stats.pruned_fraction)}</dd>
              </div>
            ) : (
              <div>
                <dt>Time</dt>
                <dd>{stats?.elapsed_us !== undefined ? duration(stats.elapsed_us) : "–"}</dd>
              </div>
            )}
          </dl>
        </>
      )}
    </section>
  );
}

const TITLES = { move: "plyd thinks", values: "Values: plyd thinks", best: "Best move: plyd thinks" };

/** Stands where plyd thought, once nobody is to move. */
function Result({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { position, plies, facts } = view;
  return (
    <section class="thinking card" aria-label="Result">
      <h2>Result</h2>
      <p class="verdict">
        <b>{ended(position!.outcome)}</b>
      </p>
      <p class="empty">{plies.length > 0 ? `After ${count(plies.length, "move")}.` : "Nobody is to move here."}</p>
      <div class="row wrap">
        {reviews(view) && plies.length > 0 && (
          <button type="button" class="primary" onClick={() => void store.review()}>
            Review the game
          </button>
        )}
        <button type="button" onClick={() => void store.open(facts!.id)}>
          Play again
        </button>
      </div>
    </section>
  );
}

/** How far the search is; without an end in sight it only shows that something goes on. */
function Progress({ view }: { view: View }): JSX.Element {
  const { thought, exchange } = view;
  const [, tick] = useState(0);
  const running = thought?.running ?? false;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((n) => n + 1), 100);
    return () => clearInterval(timer);
  }, [running]);
  const limit = exchange?.body.time_ms;
  const elapsed = running && typeof limit === "number" ? Math.min(1, (performance.now() - thought!.since) / limit) : 0;
  const done = thought ? (running ? Math.max(thought.done ?? 0, elapsed) : (thought.done ?? 0)) : 0;
  return <Bar role="progressbar" label="Progress of the search" share={done} going={running && done === 0} />;
}
