// Moves that are equal by a symmetry of the position.

import type { Cell, Position } from "../wire";

type Turn = (cell: Cell, height: number, width: number) => Cell;

/** Mirrors and turns of a board, and those that need it to be square. */
const OBLONG: Turn[] = [
  ([r, c], h) => [h - 1 - r, c],
  ([r, c], _, w) => [r, w - 1 - c],
  ([r, c], h, w) => [h - 1 - r, w - 1 - c],
];
const SQUARE: Turn[] = [
  ([r, c]) => [c, r],
  ([r, c], h, w) => [w - 1 - c, h - 1 - r],
  ([r, c], h) => [c, h - 1 - r],
  ([r, c], _, w) => [w - 1 - c, r],
];

/**
 * For each move the first of those that are equal to it. A turn counts if board and legal moves are what they were after
 * it; a board of hexagons is only turned half round.
 */
export function representatives({ board, legal_moves, borders }: Position): Map<string, string> {
  const first = new Map(legal_moves.map(({ move }) => [move, move]));
  if (!board?.length || legal_moves.some(({ cells }) => cells.length === 0)) return first;
  const [height, width] = [board.length, board[0].length];
  const named = new Map(legal_moves.map(({ move, cells }) => [cells.join(";"), move]));
  // Moves that share their cells, such as promotions, are told apart by nothing that turns with the board.
  if (named.size < legal_moves.length) return first;
  const turns = borders ? OBLONG.slice(2) : height === width ? [...OBLONG, ...SQUARE] : OBLONG;
  for (const turn of turns) {
    const at = (cell: Cell) => turn(cell, height, width);
    const same = board.every((row, r) =>
      row.every((content, c) => {
        const [to, across] = at([r, c]);
        return board[to]?.[across] === content;
      }),
    );
    if (!same) continue;
    const images = legal_moves.map(({ cells }) => named.get(cells.map(at).join(";")));
    if (images.includes(undefined)) continue;
    for (const [i, { move }] of legal_moves.entries()) {
      // The turns of a position are a group, so one step from each move is enough.
      const [one, other] = [first.get(move)!, first.get(images[i]!)!];
      const [least, most] = index(legal_moves, one) < index(legal_moves, other) ? [one, other] : [other, one];
      for (const [each, representative] of first) if (representative === most) first.set(each, least);
    }
  }
  return first;
}

const index = (moves: Position["legal_moves"], name: string): number => moves.findIndex(({ move }) => move === name);
