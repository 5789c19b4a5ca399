// The names of cells, and which of them is looked at first.

import { special } from "../games/special";
import type { Cell, GameFacts, LegalMove, Position } from "../wire";
import type { Geometry, Spot } from "./geometry";

/** A cell as its files and ranks name it, by the number of its square, or by counting from the top left. */
export function named(cell: Cell, position: Position, facts: GameFacts): string {
  const [row, column] = cell;
  const { files, ranks } = position;
  const [file, rank] = [files?.[column] ?? "", ranks?.[row] ?? ""];
  if (file && rank)
    return /^[a-z]+$/i.test(file) || /^[a-z]+$/i.test(rank) ? `${file}${rank}` : `column ${file}, row ${rank}`;
  const own = special(facts.id)?.cellName?.(cell, position, facts);
  if (own) return own.name;
  const number = squareNumber(cell, position, facts);
  return number ? `square ${number}` : `column ${file || column + 1}, row ${rank || row + 1}`;
}

/** The number of a dark square, row by row from the top, in games whose moves are written so (31-26); else 0. */
export function squareNumber([row, column]: Cell, { board, files }: Position, { layout, move }: GameFacts): number {
  if (layout !== "squares" || files?.some(Boolean) || !/^\d+[-x]\d+/.test(move.examples[0] ?? "")) return 0;
  const [height, width] = [board!.length, board![0].length];
  if ((height - 1 - row + column) % 2 !== 0) return 0;
  return (row * width) / 2 + Math.floor(column / 2) + 1;
}

/** The cells of a move, those of a capture by its way where the game tells no more than its ends. */
export function wayOf({ move, cells }: LegalMove, position: Position, facts: GameFacts): Cell[] {
  const way = special(facts.id)?.way;
  const [, , ...taken] = move.split("x");
  if (!way || cells.length !== 2 || taken.length < 2) return cells;
  const squares = taken.map((name) => cellOf(name, position, facts)).filter((cell) => cell !== null);
  return (squares.length === taken.length && way(cells[0], cells[1], squares, position.board!)) || cells;
}

/** The cell of a square's name in moves and in drawings. */
export function cellOf(name: string, position: Position, facts: GameFacts): Cell | null {
  const { board, files, ranks } = position;
  for (const [r, row] of board!.entries())
    for (const c of row.keys())
      if (String(squareNumber([r, c], position, facts)) === name || `${files?.[c]}${ranks?.[r]}` === name)
        return [r, c];
  return null;
}

/** A move as people write it: a capture of draughts by the squares of its way, unless another one has the same. */
export function labelled(legal: LegalMove, position: Position, facts: GameFacts): string {
  const { move, label } = legal;
  if (!special(facts.id)?.way || !move.includes("x")) return dashed(label ?? move);
  const squares = (each: LegalMove) => wayOf(each, position, facts).map((cell) => squareName(cell, position, facts));
  const own = squares(legal).join("x");
  const others = position.legal_moves.filter((other) => other.move !== move && other.move.includes("x"));
  return others.some((other) => squares(other).join("x") === own) ? (label ?? move) : own;
}

/** A text in which moves from square to square are written as people do: `g3-g2`, and a pass by its name. */
export const dashed = (text: string): string =>
  text.replace(/\b([a-z]\d{1,2})([a-z]\d{1,2})\b/g, "$1-$2").replace(/\b0000\b/g, "pass");

/** A square as moves name it: by its number, or by its file and rank. */
export const squareName = ([r, c]: Cell, position: Position, facts: GameFacts): string =>
  String(squareNumber([r, c], position, facts) || `${position.files?.[c]}${position.ranks?.[r]}`);

/** Moves a board that is wider than its frame to where the last move is; to its middle before the first. */
export function show(frame: HTMLElement, last: SVGGElement | undefined): void {
  const { left, right, width } = frame.getBoundingClientRect();
  if (!last) frame.scrollLeft = (frame.scrollWidth - width) / 2;
  else {
    const at = last.getBoundingClientRect();
    if (at.left < left || at.right > right) frame.scrollLeft += (at.left + at.right - left - right) / 2;
  }
}

export function middle({ spots, width, height }: Geometry): Cell {
  const off = (spot: Spot) => Math.hypot(spot.x - width / 2, spot.y - height / 2) + (spot.shape === "dot" ? 1e6 : 0);
  return spots.reduce((best, spot) => (off(spot) < off(best) - 1 ? spot : best)).cell;
}
