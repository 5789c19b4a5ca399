// Draughts: a capture is written with the squares that it takes, and people see the way of the piece.

import type { Cell, Content } from "../wire";
import type { Special } from "./additions";

const WAYS: Cell[] = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];

const isAt = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];

/** A way from a square to another that jumps each of some squares once, from landing to landing; null if there is none. */
function way(from: Cell, to: Cell, taken: Cell[], board: Content[][], flies: boolean): Cell[] | null {
  const start = from;
  const free = ([r, c]: Cell) => board[r]?.[c] === null || (board[r]?.[c] !== undefined && isAt([r, c], start));
  const jump = (at: Cell, left: Cell[]): Cell[] | null => {
    if (left.length === 0) return isAt(at, to) ? [] : null;
    for (const [down, right] of WAYS) {
      let over: Cell = [at[0] + down, at[1] + right];
      while (flies && free(over)) over = [over[0] + down, over[1] + right];
      const victim = left.find((cell) => isAt(cell, over));
      if (!victim) continue;
      const rest = left.filter((cell) => cell !== victim);
      for (let land: Cell = [over[0] + down, over[1] + right]; free(land); land = [land[0] + down, land[1] + right]) {
        const on = jump(land, rest);
        if (on) return [land, ...on];
        if (!flies) break;
      }
    }
    return null;
  };
  const landings = jump(from, taken);
  return landings && [from, ...landings];
}

export const draughts: Special = {
  // A man may be crowned on its way and fly on (Russian): where no way of a man fits, one of a king does.
  way: (from, to, taken, board) => way(from, to, taken, board, false) ?? way(from, to, taken, board, true),
};
