// Games of sowing: houses are named as their moves are, and seeds are seen to go round.

import type { Cell, Content, GameFacts, Position } from "../wire";
import type { Special } from "./additions";

/** All pits in the order of sowing: the lower row to the right, its store, the upper row to the left, its store. */
function round(width: number): Cell[] {
  const houses = Array.from({ length: width - 2 }, (_, i) => i + 1);
  return [
    ...houses.map((column): Cell => [1, column]),
    [0, width - 1],
    ...houses.reverse().map((column): Cell => [0, column]),
    [0, 0],
  ];
}

export const mancala: Special = {
  cellName: ([row, column], { board }, { move, players }) => {
    const width = board![0].length;
    if (column === 0 || column === width - 1) {
      const owner = players[column === 0 ? 1 : 0];
      return { name: `${owner}’s store`, label: "" };
    }
    const index = row === 1 ? column : width - 1 - column;
    // Oware has letters, capital ones for the lower side.
    const letter = String.fromCharCode(96 + index);
    const lettered = /^[a-z]$/i.test(move.examples[0] ?? "");
    const label = !lettered ? String(index) : row === 1 ? letter.toUpperCase() : letter;
    return { name: `${players[row === 1 ? 0 : 1]}’s house ${label}`, label };
  },
  sown: (from, before, after) => {
    const pits = round(before[0].length);
    const start = pits.findIndex(([row, column]) => row === from[0] && column === from[1]);
    const seeds = Number(before[from[0]][from[1]]);
    const cells: Cell[] = [];
    for (let at = start + 1; cells.length < seeds && at < start + 4 * pits.length; at++) {
      const [row, column] = pits[at % pits.length];
      const isStore = column === 0 || column === before[0].length - 1;
      // A store that gets nothing is passed over: the other side's, or both.
      if (isStore && after[row][column] === before[row][column]) continue;
      cells.push([row, column]);
    }
    return cells;
  },
};

/**
 * The board of a finished game of sowing, where the seeds in a side's houses may be its too: then the stores alone do not
 * make the final difference, and the seeds are shown in the stores.
 */
export function gathered(position: Position, { layout, players }: GameFacts): Content[][] | null | undefined {
  const { board, over, evaluation, to_move } = position;
  if (layout !== "pits" || !board || !over || evaluation === null) return board;
  const [upper, lower] = board;
  const stores = [Number(upper.at(-1)), Number(upper[0])];
  const first = to_move === players[0] ? evaluation : -evaluation;
  if (stores[0] - stores[1] === first) return board;
  const [south, north] = [lower, upper].map((row, i) =>
    row.slice(1, -1).reduce<number>((sum, seeds) => sum + Number(seeds), stores[i]),
  );
  return board.map((row) => [north, ...row.slice(1, -1).map(() => 0), south]);
}
