// Under the board: going through the game, and what is done with it as a whole.

import type { JSX } from "preact";
import type { GameStore } from "./gameStore";
import { LAST_STAGE } from "./searching";
import { isOver, told, type View } from "./view";

export function Controls({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { position, facts, settings, paused, at, plies } = view;
  const thinking = view.thought?.running && view.thought.why === "move";
  const over = !position || isOver(view);
  const turn = !!position && settings.plays.includes(position.to_move) && !over;
  const alone = !!facts && facts.players.every((side) => settings.plays.includes(side));
  return (
    <div class="controls" role="group" aria-label="Game controls">
      <button type="button" onClick={() => void store.open(facts!.id)} disabled={!facts}>
        New game
      </button>
      <button type="button" onClick={() => void store.undo()} disabled={at === 0}>
        Undo
      </button>
      <button type="button" class="redo" onClick={() => void store.redo()} disabled={at === plies.length}>
        Redo
      </button>
      {alone && !over && !paused ? (
        <button type="button" class="primary" onClick={() => store.pause()}>
          Pause
        </button>
      ) : paused && turn ? (
        <button type="button" class="primary" onClick={() => void store.resume()}>
          {alone ? "Go on" : "Let plyd move"}
        </button>
      ) : (
        <button type="button" onClick={() => void store.advise()} disabled={over || thinking || !facts}>
          Move for me
        </button>
      )}
      <button
        type="button"
        disabled={!store.isOpen() || (told(view)?.stage ?? 0) >= LAST_STAGE}
        onClick={() => void store.hint()}
      >
        Hint
      </button>
      <button type="button" onClick={() => store.flip()} disabled={!position?.board}>
        Flip
      </button>
    </div>
  );
}

/** Back and forth through the shown line. */
export function Stepper({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { plies, at } = view;
  return (
    <div class="through" role="group" aria-label="Go through the game">
      <button type="button" aria-label="To the start" disabled={at === 0} onClick={() => void store.goTo(0)}>
        <Sign path="M5 3v10M13 3 7 8l6 5z" />
      </button>
      <button type="button" aria-label="One move back" disabled={at === 0} onClick={() => void store.goTo(at - 1)}>
        <Sign path="m11 3-6 5 6 5z" />
      </button>
      <input
        type="range"
        aria-label="Move"
        aria-valuetext={at === 0 ? "the start" : `${at}: ${plies[at - 1]?.label ?? ""}`}
        min="0"
        max={plies.length}
        value={at}
        disabled={plies.length === 0}
        onInput={(event) => void store.goTo(Number(event.currentTarget.value))}
      />
      <button
        type="button"
        aria-label="One move on"
        disabled={at === plies.length}
        onClick={() => void store.goTo(at + 1)}
      >
        <Sign path="m5 3 6 5-6 5z" />
      </button>
      <button
        type="button"
        aria-label="To the last move"
        disabled={at === plies.length}
        onClick={() => void store.goTo(plies.length)}
      >
        <Sign path="M11 3v10M3 3l6 5-6 5z" />
      </button>
    </div>
  );
}

function Sign({ path }: { path: string }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
