// The first tab: a board to play on, and beside it what plyd thinks and what was asked.

import { useMemo } from "preact/hooks";
import type { JSX } from "preact";
import { game, waits } from "../ask";
import { Board } from "../board/Board";
import { unplaced } from "../board/picking";
import * as link from "../link";
import { useStore } from "../store";
import { ended, name, shortly } from "../words";
import { Controls } from "./Controls";
import { Exchanged, type Asked } from "./Exchanged";
import { Record } from "./Record";
import { forMove } from "./settings";
import { EvalBar } from "./EvalBar";
import { fault, ReviewCard } from "./ReviewCard";
import { Seat, SideMark } from "./Seat";
import { Setup } from "./Setup";
import { owners } from "./tally";
import type { GameStore } from "./gameStore";
import { flipped, type View } from "./view";
import { Thinking } from "./Thinking";

export function Play({ store }: { store: GameStore }): JSX.Element {
  const view = useStore(store);
  const { facts, position } = view;
  return (
    <main class="play">
      <h1 class="unseen">Play against plyd</h1>
      <p class="unseen" role="status" aria-live="polite">
        {view.said}
      </p>
      <section
        class="table"
        aria-label="The game"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const file = event.dataTransfer?.files[0];
          if (file) void store.read(file);
        }}
      >
        <Turn view={view} />
        <Notice store={store} view={view} />
        <div class="stage">{facts && position && <BoardPanel store={store} view={view} />}</div>
        <Controls store={store} view={view} />
      </section>
      <Setup store={store} view={view} />
      <div class="insight">
        <Thinking store={store} view={view} />
        <Record store={store} view={view} />
        <ReviewCard store={store} view={view} />
        <Exchanged
          exchange={view.exchange ?? upcoming(store, view)}
          operation="search"
          awaited={position?.over ? "The game is over: there is no next move." : "Comes with plyd’s next move."}
        />
      </div>
    </main>
  );
}

/** What plyd would be asked now, shown before it ever was. */
function upcoming(store: GameStore, { facts, settings }: View): Asked | null {
  return facts && { path: game(facts.id, "search"), body: forMove(store.soFar(), settings, facts), answer: null };
}

/** Whose turn it is, in a sentence. */
function Turn({ view }: { view: View }): JSX.Element {
  const { position, facts, settings, thought, paused } = view;
  if (!position || !facts) return <p class="turn">{view.trouble || view.waiting ? "" : "Setting up the board …"}</p>;
  const side = position.to_move;
  if (position.over) return <p class="turn over">{ended(position.outcome)}</p>;
  const mark = position.board && <SideMark side={side} facts={facts} />;
  if (thought?.running && thought.why === "move")
    return (
      <p class="turn">
        {mark}
        {name(side)} – plyd is thinking …
      </p>
    );
  if (settings.plays.includes(side))
    return (
      <p class="turn">
        {mark}
        {name(side)} to move. {paused ? "plyd waits." : "plyd plays it."}
      </p>
    );
  const alone = settings.plays.length === 0;
  return (
    <p class="turn">
      {mark}
      {alone ? `${name(side)} to move.` : `Your turn: you play ${name(side)}.`}
    </p>
  );
}

/** What went wrong, or what is waited for. */
function Notice({ store, view }: { store: GameStore; view: View }): JSX.Element | null {
  if (view.waiting) {
    return (
      <div class="notice" data-notice="waiting">
        <span>{waits(view.waiting)}</span>
        <button type="button" onClick={() => void store.stop()}>
          Stop
        </button>
      </div>
    );
  }
  if (view.trouble) {
    return (
      <div class="notice bad" data-notice="trouble">
        <span>{view.trouble}</span>
        {view.position && (
          <button type="button" onClick={() => void store.resume()}>
            Go on
          </button>
        )}
        {!view.position && view.games.length > 0 && (
          <button type="button" onClick={() => void store.open(store.first())}>
            Play {view.games.find(({ id }) => id === store.first())!.title}
          </button>
        )}
      </div>
    );
  }
  if (view.position?.over && view.position.claimable) {
    return (
      <div class="notice" data-notice="claim">
        <span>Either side may claim this draw, or play on.</span>
        <button type="button" onClick={() => void store.playOn()}>
          Play on
        </button>
      </div>
    );
  }
  return null;
}

/** The move that the board points at: the best one where that is asked for, or what a review finds better. */
function better({ showBest, best, review, at }: View): string | undefined {
  if (showBest && best) return best.move;
  return fault(review?.plies.get(at))?.best;
}

function BoardPanel({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { facts, position, values, origin, plies, at } = view;
  const flip = flipped(view);
  // Goes through the whole game, for the board and for both seats.
  const closed = useMemo(() => owners(view), [facts, origin, plies, at]);
  const open = store.isOpen();
  const legal = position!.legal_moves;
  const hasBoard = !!position!.board?.length;
  // A heap's moves share its one cell: they are shown as buttons too, as are passes.
  const shared = facts!.layout === "heaps" && legal.length <= 12;
  const listed = !hasBoard || shared ? legal : unplaced(legal);
  return (
    <>
      {hasBoard && <Seat view={view} player={flip ? 0 : 1} owners={closed} />}
      {view.showBest && <EvalBar view={view} />}
      {hasBoard && (
        <Board
          facts={facts!}
          position={position!}
          flip={flip}
          wells={view.wells}
          open={open}
          last={at > 0 ? plies[at - 1].cells : []}
          label={at > 0 ? plies[at - 1].label : undefined}
          owners={closed}
          best={legal.find(({ move }) => move === better(view))?.cells ?? []}
          values={view.showValues ? values : null}
          play={(move) => void store.play(move)}
        />
      )}
      {hasBoard && <Seat view={view} player={flip ? 1 : 0} owners={closed} />}
      {listed.length > 0 && (
        <div class="listed" role="group" aria-label="Moves">
          {listed.map((move) => {
            const score = view.showValues ? values?.get(move.move) : undefined;
            return (
              <button key={move.move} type="button" disabled={!open} onClick={() => void store.play(move)}>
                {move.label ?? move.move}
                {score && <small class={score.outcome ?? ""}> {shortly(score)}</small>}
              </button>
            );
          })}
        </div>
      )}
      {!hasBoard && (
        <pre class="state" tabindex={0} aria-label="The state">
          {link.text(position!.state)}
        </pre>
      )}
    </>
  );
}
