// Moves that are typed, as people write them: "Nf3", "e2-e4", "exd5", "4".

import type { LegalMove } from "../wire";

/** What is typed without what people leave out or write in two ways: signs between squares, checks, zeros of castling. */
function plain(text: string): string {
  if (/^[0o-]+$/i.test(text)) return text.replace(/-/g, "").replace(/0/g, "O").toUpperCase();
  // Numbers need what stands between them.
  const numbers = !/[a-wyz]/i.test(text);
  // A sign before a number can be what tells moves apart, as in C2=5 and C2+5.
  return numbers ? text.replace(/[x:\s]+/gi, "-") : text.replace(/[x:#\s]|[+=](?!\d)|-(?!\d)|(?<!\d)-/g, "");
}

export interface Typed {
  /** The move that is meant; null while there is none, or more than one. */
  move: LegalMove | null;
  /** The moves that begin so. */
  begun: LegalMove[];
}

/** A text as it is compared with names, and whether all its signs count. */
const FORMS: [form: (text: string) => string, isExact: boolean][] = [
  [(text) => text, true],
  [plain, false],
  [(text) => plain(text).toLowerCase(), false],
];

/** The moves that a text begins, and the one that it is. `label` is how the page writes a move. */
export function typed(text: string, moves: LegalMove[], label: (move: LegalMove) => string): Typed {
  if (plain(text.trim()) === "") return { move: null, begun: [] };
  // A text that is a name, sign by sign, means that move. "bxc3" is a pawn's capture, "Bxc3" a bishop's: another case
  // counts only where nothing has this one.
  for (const [form, isExact] of FORMS) {
    const wanted = form(text.trim());
    const names = (move: LegalMove) => [label(move), move.label ?? "", move.move].map(form);
    const begun = moves.filter((move) => names(move).some((name) => name.startsWith(wanted)));
    const whole = begun.filter((move) => names(move).includes(wanted));
    if (whole.length === 1 || (begun.length > 0 && !isExact))
      return { move: whole.length === 1 ? whole[0] : null, begun };
  }
  return { move: null, begun: [] };
}
