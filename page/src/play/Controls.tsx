// What is done with the game as a whole.

import type { JSX } from "preact";
import { Switch } from "../Switch";
import type { GameStore } from "./gameStore";
import type { View } from "./view";

export function Controls({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const thinking = view.thought?.running && view.thought.why === "move";
  const over = view.position?.over ?? true;
  const waits = view.paused && !!view.position && view.settings.plays.includes(view.position.to_move) && !over;
  return (
    <div class="controls" role="group" aria-label="Game controls">
      <button type="button" onClick={() => void store.open(view.facts!.id)} disabled={!view.facts}>
        New game
      </button>
      <button type="button" onClick={() => void store.undo()} disabled={view.at === 0}>
        Undo
      </button>
      {waits ? (
        <button type="button" class="primary" onClick={() => void store.resume()}>
          Let plyd move
        </button>
      ) : (
        <button type="button" onClick={() => void store.advise()} disabled={over || thinking || !view.facts}>
          Move for me
        </button>
      )}
      <button type="button" onClick={() => store.flip()} disabled={!view.position?.board}>
        Flip
      </button>
      <Switch title="Show values" on={view.showValues} set={(on) => void store.showValues(on)} />
      <Switch title="Best move" on={view.showBest} set={(on) => void store.showBest(on)} />
    </div>
  );
}
