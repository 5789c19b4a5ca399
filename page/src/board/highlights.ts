// What a board points out: the line that won, and a king in check.

import type { Area, Cell, Content, GameFacts, Position } from "../wire";
import { described } from "./pieces";
import { same } from "./picking";

/** Neighbours of a hexagon: row and column. */
const AROUND: Cell[] = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, -1],
  [-1, 1],
];
const WAYS: Cell[] = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];
const FEWEST = 3;

/** The cells of the line that won, from end to end: a row, a chain from border to border, or the middles of areas. */
export function winningLine({ board, over, outcome, borders, areas }: Position, facts: GameFacts): Cell[] {
  const winner = over ? outcome?.winner : null;
  if (!winner || !board) return [];
  const ours = (content: Content) => described(content, facts)?.side === winner;
  if (borders)
    return chain(
      board.map((row) => row.map(ours)),
      borders.top === winner,
    );
  if (areas?.length) {
    const rows = byArea(areas);
    return line(rows.map((row) => row.map(({ side }) => side === winner))).map(([r, c]) => middle(rows[r][c]));
  }
  return / in a (row|line)/.test(` ${outcome!.reason}`) ? line(board.map((row) => row.map(ours))) : [];
}

/** The longest straight row. */
function line(ours: boolean[][]): Cell[] {
  let longest: Cell[] = [];
  ours.forEach((row, r) =>
    row.forEach((_, c) => {
      for (const [down, right] of WAYS) {
        const cells: Cell[] = [];
        for (let at: Cell = [r, c]; ours[at[0]]?.[at[1]]; at = [at[0] + down, at[1] + right]) cells.push(at);
        if (cells.length >= FEWEST && cells.length > longest.length) longest = cells;
      }
    }),
  );
  return longest;
}

/** The shortest chain of hexagons from the top to the bottom, or from the left to the right. */
function chain(ours: boolean[][], down: boolean): Cell[] {
  const [height, width] = [ours.length, ours[0].length];
  const paths: Cell[][] = [];
  for (let i = 0; i < (down ? width : height); i++) paths.push([down ? [0, i] : [i, 0]]);
  const seen = new Set<string>();
  const waiting = paths.filter(([[r, c]]) => ours[r][c]);
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    const [r, c] = path.at(-1)!;
    if (down ? r === height - 1 : c === width - 1) return path;
    for (const [dr, dc] of AROUND) {
      const next: Cell = [r + dr, c + dc];
      if (!ours[next[0]]?.[next[1]] || seen.has(String(next))) continue;
      seen.add(String(next));
      waiting.push([...path, next]);
    }
  }
  return [];
}

/** Areas in their rows. */
function byArea(areas: Area[]): Area[][] {
  const tops = [...new Set(areas.map(({ corners }) => corners[0][0]))].sort((a, b) => a - b);
  return tops.map((top) =>
    areas.filter(({ corners }) => corners[0][0] === top).sort((a, b) => a.corners[0][1] - b.corners[0][1]),
  );
}

const middle = ({ corners: [[top, left], [bottom, right]] }: Area): Cell => [
  Math.floor((top + bottom) / 2),
  Math.floor((left + right) / 2),
];

/** Areas where the side to move may play, if those are not all that are open. */
export function activeAreas({ areas, legal_moves }: Position): Area[] {
  const open = (areas ?? []).filter(({ side }) => side === null);
  const active = open.filter(({ corners: [[top, left], [bottom, right]] }) =>
    legal_moves.some(
      ({ cells: [cell] }) => cell && top <= cell[0] && cell[0] <= bottom && left <= cell[1] && cell[1] <= right,
    ),
  );
  return active.length < open.length ? active : [];
}

/**
 * The cell of a king that the last move attacks: its label ends in +, or in # where a check has won. Where any piece
 * promotes to one kind alone, the + is for that.
 */
export function checked({ board, to_move, outcome }: Position, label = "", facts: GameFacts): Cell | null {
  const promotes = Object.values(facts.pieces ?? {}).some((piece) => piece.promoted_from);
  const attacks = (label.endsWith("+") && !promotes) || (label.endsWith("#") && /check/.test(outcome?.reason ?? ""));
  if (!attacks || !board) return null;
  for (const [r, row] of board.entries()) {
    const c = row.findIndex((content) => {
      const piece = described(content, facts);
      return piece?.side === to_move && /king/i.test(piece.name);
    });
    if (c >= 0) return [r, c];
  }
  return null;
}

/** Whether a cell lies on a line of cells. */
export const isAmong = (cell: Cell, cells: Cell[]): boolean => cells.some((each) => same(each, cell));
