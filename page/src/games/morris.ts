// Nine men's morris: a mill takes a man, and men that are set up come from the hand.

import { described } from "../board/pieces";
import type { Special } from "./additions";

const MEN = 9;

export const morris: Special = {
  // The rest is the side to move, the men in hand, and plies: ` W 9,9 0`.
  rest: (rest, board, facts) => {
    const onBoard = facts.players.map(
      (side) => board.flat().filter((content) => described(content, facts)?.side === side).length,
    );
    return rest.replace(/(\d+),(\d+)/, (_, ...hands: string[]) =>
      onBoard.map((men, i) => Math.min(Number(hands[i]), Math.max(0, MEN - men))).join(","),
    );
  },
  beside: (state) => {
    const [, white, black] = / (\d+),(\d+)/.exec(state)!;
    return { hands: [Array(Number(white)).fill("W"), Array(Number(black)).fill("B")] };
  },
  prompt: (path, moves) =>
    moves.length > 0 && moves.every(({ move, cells }) => move.includes("x") && cells.length === path.length + 1)
      ? "A mill. Choose the man to take."
      : null,
};
