// Why a move is good or bad, in the server's sentences.

import { useEffect, useState } from "preact/hooks";
import { ask, game } from "../ask";
import type { Fact, GameFacts, Grade, Hint, SoFar } from "../wire";
import { asked } from "./settings";

/** The sentences of some facts. */
export const told = (facts: Fact[] | undefined): string[] => (facts ?? []).flatMap(({ text }) => (text ? [text] : []));

/** What was found out, by the game, the position and the move. */
const known = new Map<string, Promise<string[]>>();

/**
 * Why a move is the best one: what a hint knows, which is the most. If a hint finds another move, as good, what the move
 * does on the board.
 */
function reasons(facts: GameFacts, soFar: SoFar, move: string): Promise<string[]> {
  const position = asked(soFar);
  const key = JSON.stringify([facts.id, position, move]);
  const found = known.get(key);
  if (found) return found;
  const find = async () => {
    const hint = await ask<Hint>(game(facts.id, "hint"), { ...position, stage: 2 });
    if (hint.move === move) return told(hint.facts);
    const body = { ...position, candidates: [move], nodes: 1, with: ["facts"] };
    return told((await ask<Grade>(game(facts.id, "grade"), body)).candidates[0].facts);
  };
  const finding = find();
  known.set(key, finding);
  // What failed is asked again the next time.
  finding.catch(() => known.delete(key));
  return finding;
}

/** The reasons of a move once they are known; none if it is null, or if the server does not tell. */
export function useReasons(facts: GameFacts, soFar: SoFar, move: string | null): string[] {
  const [found, setFound] = useState<string[]>([]);
  const key = JSON.stringify([soFar, move]);
  useEffect(() => {
    setFound([]);
    if (move === null) return;
    let isHere = true;
    const show = (reasons: string[]) => isHere && setFound(reasons);
    // Whoever steps on in a hurry asks nothing.
    const timer = setTimeout(() => void reasons(facts, soFar, move).then(show, () => {}), 150);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [facts, key]);
  return found;
}
