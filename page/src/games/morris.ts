// Nine men's morris: a mill takes a man, and there are men in hand.

import type { Special } from "./additions";

export const morris: Special = {
  beside: (state) => {
    const [, white, black] = / (\d+),(\d+)/.exec(state)!;
    return { hands: [Array(Number(white)).fill("W"), Array(Number(black)).fill("B")] };
  },
  prompt: (path, moves) =>
    moves.length > 0 && moves.every(({ move, cells }) => move.includes("x") && cells.length === path.length + 1)
      ? "A mill. Choose the man to take."
      : null,
};
