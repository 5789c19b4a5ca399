// A board as the text of a state. The way of writing is recognised: it is the one that gives the text of a known position.

import type { Content, GameFacts, Position } from "../wire";
import { lay } from "./geometry";
import { squareNumber } from "./naming";
import { described } from "./pieces";

type Board = Content[][];
type Writer = (board: Board, position: Position, facts: GameFacts) => string;

/** Rows with runs of empty cells as numbers, as in FEN; of a board of points its points alone. */
const runs: Writer = (board, position, facts) =>
  rows(board, position, facts)
    .map((row) => row.map((content) => content ?? " ").join(""))
    .map((row) => row.replace(/ +/g, ({ length }) => String(length)))
    .join("/");

const dotted: Writer = (board, position, facts) =>
  rows(board, position, facts)
    .map((row) => row.map((content) => content ?? ".").join(""))
    .join("/");

const flat: Writer = (board) =>
  board
    .flat()
    .map((content) => content ?? "-")
    .join("");

const numbers: Writer = (board) => board[0].join(",");

/** Houses in the order of sowing and the store, of the lower side and of the upper one. */
const pits: Writer = ([upper, lower]) =>
  [
    [...lower.slice(1, -1), lower.at(-1)],
    [...upper.slice(1, -1).reverse(), upper[0]],
  ].join("/");

/** Squares by number, W and B: the fields of a PDN FEN without the side to move. */
const numbered: Writer = (board, position, facts) => {
  const squares = (letter: string) =>
    board
      .flatMap((row, r) =>
        row.map((content, c): [number, boolean] | null => {
          const piece = described(content, facts);
          if (piece?.side?.charAt(0).toUpperCase() !== letter) return null;
          return [squareNumber([r, c], position, facts), piece.name === "king"];
        }),
      )
      .filter((square) => square !== null)
      .map(([number, king]) => (king ? `K${number}` : String(number)));
  return `W${squares("W").join(",")}:B${squares("B").join(",")}`;
};

/** Lines drawn or not, row by row. */
const lines: Writer = (board) =>
  board
    .map((row, r) =>
      row
        .filter((_, c) => (r + c) % 2 === 1)
        .map((content) => (content === null ? "0" : "1"))
        .join(""),
    )
    .join("/");

const WRITERS = [runs, dotted, flat, numbers, pits, numbered, lines];

function rows(board: Board, { lines }: Position, facts: GameFacts): Board {
  if (facts.layout !== "points") return board;
  const { spots } = lay("points", board, lines?.length ? lines : facts.lines, false);
  return board.map((row, r) => row.filter((_, c) => spots.some(({ cell }) => cell[0] === r && cell[1] === c)));
}

/** Writes boards of this position's size into its state; null where no known way of writing gives the state. */
export function encoder(position: Position, facts: GameFacts): ((board: Board) => string) | null {
  const { state, board } = position;
  if (typeof state !== "string" || !board?.length) return null;
  for (const write of WRITERS) {
    if (write === pits && facts.layout !== "pits") continue;
    const text = write(board, position, facts);
    const at = text.length > 1 ? state.indexOf(text) : -1;
    if (at < 0) continue;
    return (board) => {
      const rest = state.slice(at + text.length);
      const after = write === lines ? rest.replace(/^ \d+,(\d+)/, (_, other) => shares(board, Number(other))) : rest;
      return state.slice(0, at) + write(board, position, facts) + after;
    };
  }
  return null;
}

/** The boxes of both sides, as many as are closed: new ones are the first side's. */
function shares(board: Board, other: number): string {
  const closed = board.flatMap((row, r) =>
    row.filter((_, c) => {
      const around = [board[r - 1]?.[c], board[r + 1]?.[c], row[c - 1], row[c + 1]];
      return r % 2 === 1 && c % 2 === 1 && around.every((line) => line !== null);
    }),
  ).length;
  return ` ${closed - Math.min(closed, other)},${Math.min(closed, other)}`;
}

/** The state with the other side to move; null where the text does not name it as other states do. */
export function withSide(state: string, from: string, to: string): string | null {
  for (const short of [false, true]) {
    const [old, other] = short ? [from.charAt(0), to.charAt(0)] : [from, to];
    for (const change of [(word: string) => word, (word: string) => word.toUpperCase()]) {
      const pattern = new RegExp(`(^|[ :])${change(old)}(?=$|[ :])`);
      if (pattern.test(state)) return state.replace(pattern, `$1${change(other)}`);
    }
  }
  return null;
}
