// Moves as buttons, in positions where not every move can be made on the board.

import type { JSX } from "preact";
import { labelled } from "../board/naming";
import { TOKENS } from "../board/pieces";
import { unplaced } from "../board/picking";
import type { LegalMove } from "../wire";
import { shortly } from "../words";
import type { GameStore } from "./gameStore";
import { shown, type View } from "./view";

export function Listed({ store, view }: { store: GameStore; view: View }): JSX.Element | null {
  const moves = listed(view);
  const open = store.isOpen();
  if (moves.length === 0) return null;
  return (
    <div class="listed" role="group" aria-label="Moves">
      {moves.map((move) => {
        const score = view.showValues ? view.values?.get(move.move) : undefined;
        return (
          <button key={move.move} type="button" disabled={!open} onClick={() => void store.play(move)}>
            {labelled(move, view.position!, view.facts!)}
            {score && <small class={score.outcome ?? ""}> {shortly(score, view.facts!)}</small>}
          </button>
        );
      })}
    </div>
  );
}

function listed(view: View): LegalMove[] {
  const { board, legal_moves: legal } = shown(view)!;
  if (!board?.length) return legal;
  // A heap's moves share its one cell. Where tokens are too many to be clicked, or have values, moves are buttons too.
  const shared =
    view.facts!.layout === "heaps" &&
    legal.length <= 40 &&
    (view.showValues || board.flat().some((amount) => Number(amount) > TOKENS));
  return shared ? legal : unplaced(legal);
}
