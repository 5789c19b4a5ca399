// Lines in the notation of the list of moves.

import { ask, game } from "../ask";
import type { GameFacts, SoFar } from "../wire";
import { asked } from "./settings";

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
    const whole = asked({ state, moves: [...moves, ...line.slice(0, SHOWN)] });
    const body = { ...whole, format: "pgn" };
    const { record } = await ask<{ record: string }>(game(facts.id, "record/write"), body, signal);
    return movetext(record).slice(moves.length);
  } catch {
    return null;
  }
}

/** The moves of a PGN without comments or variations. */
function movetext(record: string): string[] {
  const text = record.replace(/^\[.*\]\s*$/gm, "");
  return text.split(/\s+/).filter((word) => word !== "" && !END.test(word) && !/^\d+\.+$/.test(word));
}

const END = /^(1-0|0-1|1\/2-1\/2|\*)$/;
