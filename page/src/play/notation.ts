// Lines in the notation of the list of moves.

import type { GameFacts, SoFar } from "../wire";
import { movetext, record } from "./export";

/** The moves that are shown of a line. */
const SHOWN = 12;

/** A line as a record of the game writes it, such as SAN; null where it has no other notation. */
export async function written(
  facts: GameFacts,
  of: SoFar,
  line: string[],
  signal: AbortSignal,
): Promise<string[] | null> {
  if (facts.record_formats?.[0] !== "pgn") return null;
  const { state, moves } = of;
  try {
    const whole = { state, moves: [...moves, ...line.slice(0, SHOWN)] };
    return movetext(await record(facts, whole, "pgn", { tags: {} }, signal)).slice(moves.length);
  } catch {
    return null;
  }
}
