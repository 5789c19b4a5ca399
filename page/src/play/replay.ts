// The moves of a link or record, with the positions on the way.

import { positions } from "../ask";
import type { GameFacts, Position, SoFar } from "../wire";
import { forFirst } from "../words";
import { asked } from "./settings";
import type { Ply } from "./view";

/** Longer games open at their end alone. */
const LONGEST = 600;
/** Positions of one request. */
const AT_ONCE = 100;

export interface Replayed {
  plies: Ply[];
  /** The position before them. */
  origin: Position;
}

/** The plies that lead to a position; none if they are too many or refused. `patient` repeats requests. */
export async function replay(
  facts: GameFacts,
  { state, moves, draws }: SoFar,
  end: Position,
  patient: <T>(attempt: () => Promise<T>) => Promise<T>,
  signal: AbortSignal,
): Promise<Replayed> {
  const nothing = { plies: [], origin: end };
  if (moves.length === 0 || moves.length > LONGEST) return nothing;
  const found: Position[] = [];
  for (let from = 0; from < moves.length; from += AT_ONCE) {
    const items = moves.slice(from, from + AT_ONCE).map((_, i) => ({
      game: facts.id,
      ...asked({ state, moves: moves.slice(0, from + i), draws: "automatic" }),
    }));
    const some = await patient(() => positions(items, signal));
    if (!some.every((position) => position !== null)) return nothing;
    found.push(...some);
  }
  found.push(end);
  const plies = moves.map((move, i): Ply => {
    const before = found[i];
    // Links and records may spell a move in another way.
    const played =
      before.legal_moves.find((legal) => legal.move === move) ??
      before.legal_moves.find((legal) => legal.label === move) ??
      before.legal_moves.find((legal) => String(legal.state) === String(found[i + 1].state));
    return {
      move,
      label: played?.label ?? move,
      side: before.to_move,
      cells: played?.cells ?? [],
      by: "link",
      after: { state, moves: moves.slice(0, i + 1), draws },
      then: found[i + 1],
      value: before.evaluation === null ? null : forFirst(before.evaluation, before.to_move, facts),
    };
  });
  return { plies, origin: found[0] };
}
