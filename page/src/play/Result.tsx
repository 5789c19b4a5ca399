// How the game ended, which stands beside the board while it is looked through too.

import type { JSX } from "preact";
import { count, ended } from "../words";
import type { GameStore } from "./gameStore";
import { mainLine } from "./gameTree";
import { moveNumber } from "./opening";
import { result } from "./records";
import { reviews } from "./ReviewCard";
import { counted } from "./tally";
import { finished, type View } from "./view";

/** How the game ended, at the end of its main line; null while it goes on. */
export function conclusion(view: View): string | null {
  const { tree, origin, tags, facts } = view;
  if (!facts || !origin) return null;
  const line = mainLine(tree);
  const last = line.length > 0 ? tree[line.at(-1)!].ply!.then : origin;
  const there = { ...view, line, at: line.length, plies: line.map((id) => tree[id].ply!), position: last };
  const end = finished(there);
  return end ?? (last.over ? ended(last, facts, counted(there)) : line.length > 0 ? result(tags, facts) : null);
}

export function Result({ store, view, words }: { store: GameStore; view: View; words: string }): JSX.Element {
  const { tree, facts, plies } = view;
  const moves = moveNumber(
    mainLine(tree).map((id) => tree[id].ply!),
    facts!,
  );
  return (
    <section class="result card" data-part="review" aria-label="Result">
      <p class="verdict">
        <b>{words}</b>
        <span>{moves > 0 ? ` After ${count(moves, "move")}.` : " Nobody is to move here."}</span>
      </p>
      {/* Where a review can be asked for, it is what comes next. */}
      <button
        type="button"
        class={plies.length > 0 && reviews(view) ? "" : "primary"}
        onClick={() => void store.open(facts!.id)}
      >
        Play again
      </button>
    </section>
  );
}
