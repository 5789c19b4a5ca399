// From cells to a move: the user picks the cells of a move in order.

import type { Cell, Content, GameFacts, LegalMove, State } from "../wire";

/** The piece that a move drops from the hand, as its name has it: `N@f3`, `P*5e`; null for moves on the board. */
const dropped = (name: string): string | null => /^(\w+)[@*]/.exec(name)?.[1] ?? null;

/** Whether a move drops a piece from the hand: some piece, or the one of a letter, which has the case of its side. */
export function drops({ move }: LegalMove, letter?: string): boolean {
  const piece = dropped(move);
  return piece !== null && (letter === undefined || piece.toUpperCase() === letter.toUpperCase());
}

/** Whether a game has moves that drop pieces. */
export const hasDrops = ({ move }: GameFacts): boolean => move.examples.some((name) => dropped(name) !== null);

/** The result of a picked cell. */
export type Picked =
  | { path: Cell[] }
  | { play: LegalMove }
  /** The cells are those of several moves: their labels tell them apart. */
  | { choose: LegalMove[]; path: Cell[] };

export const same = (a: Cell, b: Cell): boolean => a[0] === b[0] && a[1] === b[1];

/** The moves that begin with the cells touched so far. */
export function begun(moves: LegalMove[], path: Cell[]): LegalMove[] {
  return moves.filter((move) => move.cells.length >= path.length && path.every((cell, i) => same(cell, move.cells[i])));
}

/** The moves of which a cell would be the next one. */
export function next(moves: LegalMove[], path: Cell[], cell: Cell): LegalMove[] {
  return begun(moves, path).filter((move) => move.cells.length > path.length && same(move.cells[path.length], cell));
}

/**
 * Picks a cell. If no begun move continues there but some end there, it picks those: a capture may be played from its
 * first cell to its last. Any other cell begins a new move, or cancels the current one.
 */
export function pick(moves: LegalMove[], path: Cell[], cell: Cell): Picked {
  const on = next(moves, path, cell);
  if (on.length > 0) {
    const whole = on.filter((move) => move.cells.length === path.length + 1);
    if (whole.length === 1 && on.length === 1) return { play: whole[0] };
    if (whole.length > 0) return { choose: whole, path: [...path, cell] };
    return { path: [...path, cell] };
  }
  if (path.length === 0) return { path: [] };
  const ends = begun(moves, path).filter((move) => same(move.cells.at(-1)!, cell));
  if (ends.length === 1) return { play: ends[0] };
  if (ends.length > 1) return { choose: ends, path };
  return same(path[0], cell) ? { path: [] } : pick(moves, [], cell);
}

/**
 * The moves, and castling by the square that the king goes to where it is named by the rook that it takes (Chess960),
 * unless the king could step there.
 */
export function castling(moves: LegalMove[], files: string[] | null | undefined): LegalMove[] {
  const also = moves.flatMap((move): LegalMove[] => {
    const side = /^O-O(-O)?/.exec(move.label ?? "");
    if (!side || move.cells.length !== 2) return [];
    const [from, rook] = move.cells;
    const to: Cell = [from[0], files?.indexOf(side[1] ? "c" : "g") ?? -1];
    const taken = moves.some(({ cells }) => same(cells[0], from) && same(cells[1], to));
    return to[1] < 0 || same(to, rook) || same(to, from) || taken ? [] : [{ ...move, cells: [from, to] }];
  });
  return also.length > 0 ? [...moves, ...also] : moves;
}

/** If pieces fall, any free cell of a column stands for the one where the piece lands. */
export function landing(moves: LegalMove[], wells: boolean, board: Content[][], cell: Cell): Cell {
  if (!wells || board[cell[0]][cell[1]] !== null) return cell;
  return moves.find(({ cells }) => cells[0][1] === cell[1] && cells[0][0] >= cell[0])?.cells[0] ?? cell;
}

/** Whether each move is one cell, and named after its column. */
export function falls(moves: LegalMove[], files: string[] | null | undefined): boolean {
  return moves.length > 0 && moves.every(({ cells, move }) => cells.length === 1 && files?.[cells[0][1]] === move);
}

/** Whether the rules of a state, in the game that has its rules with it, let pieces fall. */
export function mayFall(state: State): boolean {
  const place = (state as { rules?: { place?: unknown } } | null)?.rules?.place;
  return place === "lowest" || (place as { lowest?: boolean } | undefined)?.lowest === true;
}

/** Moves that no cell leads to: passes, and those of games without a board. */
export function unplaced(moves: LegalMove[]): LegalMove[] {
  return moves.filter((move) => move.cells.length === 0);
}
