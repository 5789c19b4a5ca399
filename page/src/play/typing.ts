// Moves that are typed, as people write them: "Nf3", "e2-e4", "exd5", "4".

import type { LegalMove } from "../wire";

/** What is typed without what people leave out or write in two ways: signs between squares, checks, zeros of castling. */
function plain(text: string): string {
  if (/^[0o-]+$/i.test(text)) return text.replace(/-/g, "").replace(/0/g, "O").toUpperCase();
  // Numbers need what stands between them.
  const numbers = !/[a-wyz]/i.test(text);
  return numbers ? text.replace(/[x:\s]+/gi, "-") : text.replace(/[-x:+#=\s]/g, "");
}

export interface Typed {
  /** The move that is meant; null while there is none, or more than one. */
  move: LegalMove | null;
  /** The moves that begin so. */
  begun: LegalMove[];
}

/** The moves that a text begins, and the one that it is. `label` is how the page writes a move. */
export function typed(text: string, moves: LegalMove[], label: (move: LegalMove) => string): Typed {
  const wanted = plain(text.trim());
  if (wanted === "") return { move: null, begun: [] };
  // "bxc3" is a pawn's capture, "Bxc3" a bishop's: another case counts only where nothing has this one.
  for (const cased of [(word: string) => word, (word: string) => word.toLowerCase()]) {
    const names = (move: LegalMove) => [label(move), move.label ?? "", move.move].map((name) => cased(plain(name)));
    const begun = moves.filter((move) => names(move).some((name) => name.startsWith(cased(wanted))));
    const whole = begun.filter((move) => names(move).includes(cased(wanted)));
    if (begun.length > 0) return { move: whole.length === 1 ? whole[0] : null, begun };
  }
  return { move: null, begun: [] };
}
