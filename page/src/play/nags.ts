// Judgements of moves: numeric annotation glyphs (PGN, 8.2.4).

import type { Verdict } from "../wire";

/** The glyphs by their numbers; a number without one is written as in PGN. */
const GLYPHS: Record<number, string> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
  22: "⨀",
  23: "⨀",
  36: "↑",
  37: "↑",
  40: "→",
  41: "→",
  132: "⇆",
  133: "⇆",
  140: "∆",
  146: "N",
};

export const glyph = (nag: number): string => GLYPHS[nag] ?? `$${nag}`;

/** Those that judge a move, as a person gives one of them. */
export const JUDGEMENTS: [nag: number, title: string][] = [
  [3, "a brilliant move"],
  [1, "a good move"],
  [5, "an interesting move"],
  [6, "an inaccuracy"],
  [2, "a mistake"],
  [4, "a blunder"],
];

/** The glyphs of a review's verdicts. */
export const VERDICTS: Partial<Record<Verdict, number>> = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** The class that colours a glyph: a review's where it means the same. */
export const TONES: Record<number, string> = {
  1: "good",
  2: "mistake",
  3: "good",
  4: "blunder",
  5: "even",
  6: "inaccuracy",
};
