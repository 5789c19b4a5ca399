// What plyd thinks, as it thinks, and what of it the board shows.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Bar } from "../Bar";
import { text, write } from "../link";
import { Switch } from "../Switch";
import { compact, duration, judged, percent, shortly } from "../words";
import { FoldTitle } from "./Fold";
import type { GameStore } from "./gameStore";
import { isOver, type View } from "./view";

interface Props {
  store: GameStore;
  view: View;
  /** Whether what plyd thinks is folded away, and what folds it; null where it is always shown. */
  fold: { folded: boolean; set: (folded: boolean) => void } | null;
}

export function Thinking({ store, view, fold }: Props): JSX.Element {
  const { thought, position, facts } = view;
  const running = thought?.running ?? false;
  const title = running ? TITLES[thought!.why] : "Analysis";
  return (
    <section class="thinking card" data-part="analysis" aria-label="Analysis">
      <div class="row">
        {fold ? <FoldTitle title={title} open={!fold.folded} set={(open) => fold.set(!open)} /> : <h2>{title}</h2>}
        {position && !running && (
          <a class="more" href={write("pruning", position.game, { state: text(position.state), depth: "2" })}>
            See its tree
          </a>
        )}
        {running && (
          <button type="button" class="stop" onClick={() => void store.stop()}>
            Stop
          </button>
        )}
      </div>
      <div class="aids" role="group" aria-label="Shown on the board">
        <Switch title="Show values" on={view.showValues} set={(on) => void store.showValues(on)} />
        <Switch title="Best move" on={view.showBest} set={(on) => void store.showBest(on)} />
        <Switch title="Bar" on={view.showBar} set={(on) => void store.showBar(on)} />
      </div>
      {!fold?.folded && thought && (running || !isOver(view)) && (
        <>
          <Progress view={view} />
          {facts && <Found store={store} view={view} />}
        </>
      )}
    </section>
  );
}

const TITLES = { move: "plyd thinks", values: "Values: plyd thinks", best: "Best move: plyd thinks" };

function Found({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { facts } = view;
  const thought = view.thought!;
  const { progress } = thought;
  const stats = progress?.stats;
  const best = progress?.lines[0];
  // After a move of plyd its line belongs to the position before.
  const isHere = thought.mover === view.position?.to_move && thought.why !== "move";
  return (
    <>
      <p class="verdict">
        <b>{best ? judged(best.score, thought.mover, facts!) : "…"}</b>
        {progress && <span> at depth {progress.depth}</span>}
      </p>
      <ol class="lines" aria-label="Best lines">
        {thought.lines.map((words, i) => {
          const { score, pv } = progress!.lines[i];
          return (
            <li key={i} class={`pv ${score.outcome ?? ""}`}>
              {thought.lines.length > 1 && <b class="worth">{shortly(score, facts!)}</b>}
              {words.slice(0, 12).map((move, j) =>
                isHere && !thought.running ? (
                  <button key={j} type="button" class="quiet" onClick={() => void store.explore(pv.slice(0, j + 1))}>
                    {move}
                  </button>
                ) : (
                  <span key={j}>{move}</span>
                ),
              )}
            </li>
          );
        })}
      </ol>
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
  );
}

/** How far the search is; without an end in sight it only shows that something goes on. */
export function Progress({ view }: { view: View }): JSX.Element {
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
