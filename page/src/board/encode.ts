// A board as the text of a state, and back. The notation is recognised: it is the one that gives the text of a known
// position.

import { special } from "../games/special";
import type { Cell, Content, GameFacts, LegalMove, Piece, Position, State } from "../wire";
import { lay } from "./geometry";
import { squareName } from "./naming";
import { described, emblem } from "./pieces";

export type Board = Content[][];
type Writer = (board: Board, position: Position, facts: GameFacts) => string;
/** Reads what the writer of the same notation writes at the beginning of a text; null for anything else. */
type Reader = (text: string, position: Position, facts: GameFacts) => Board | null;

/**
 * Rows with runs of empty cells as numbers, as in FEN, where pieces in hand may follow in brackets; of a board of points
 * its points alone. A piece that was promoted is the one that it was, after a plus, as in SFEN.
 */
const runs: Writer = (board, position, facts) =>
  rows(board, position, facts)
    .map((row) => row.map((content) => signed(content, facts) ?? " ").join(""))
    .map((row) => row.replace(/ +/g, ({ length }) => String(length)))
    .join("/");

/** A piece as SFEN writes it: `+R`. */
const signed = (content: Content, { pieces }: GameFacts): Content => {
  const was = pieces?.[String(content)]?.promoted_from;
  return was ? `+${was}` : content;
};

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

/** Squares by number, or by file and rank, W and B: the fields of a PDN FEN without the side to move. */
const numbered: Writer = (board, position, facts) => {
  const squares = (letter: string) =>
    board
      .flatMap((row, r) =>
        row.map((content, c): [string, boolean] | null => {
          const piece = described(content, facts);
          if (piece?.side?.charAt(0).toUpperCase() !== letter) return null;
          return [squareName([r, c], position, facts), piece.name === "king"];
        }),
      )
      .filter((square) => square !== null)
      .map(([name, king]) => (king ? `K${name}` : name));
  return `W${squares("W").join(",")}:B${squares("B").join(",")}`;
};

/** Lines drawn or not, row by row. */
export const lines: Writer = (board) =>
  board
    .map((row, r) =>
      row
        .filter((_, c) => (r + c) % 2 === 1)
        .map((content) => (content === null ? "0" : "1"))
        .join(""),
    )
    .join("/");

const readRuns: Reader = (text, position, facts) => {
  const letter = (sign: string) =>
    Object.keys(facts.pieces ?? {}).find((each) => sign.length > 1 && signed(each, facts) === sign) ?? sign;
  return filled(
    text
      .split(/[ []/)[0]
      .split("/")
      .map(
        (row) =>
          row
            .replace(/\d+/g, (run) => " ".repeat(Number(run)))
            .match(/\+?./g)
            ?.map((sign) => (sign === " " || sign === "." ? null : letter(sign))) ?? [],
      ),
    position,
    facts,
  );
};

const readFlat: Reader = (text, { board }) => {
  const width = board![0].length;
  return board!.map((row, r) => row.map((_, c) => (text[r * width + c] === "-" ? null : text[r * width + c])));
};

const readNumbers: Reader = (text) => [text.split(" ")[0].split(",").map(Number)];

const readPits: Reader = (text) => {
  const [lower, upper] = text
    .split(" ")[0]
    .split("/")
    .map((side) => side.split(",").map(Number));
  const [south, north] = [lower.pop()!, upper.pop()!];
  return [
    [north, ...upper.reverse(), south],
    [north, ...lower, south],
  ];
};

const readNumbered: Reader = (text, position, facts) => {
  const squares = new Map<string, Content>();
  for (const [, side, list] of text.matchAll(/([WB])([Ka-z\d,]*)/g)) {
    for (const square of list.split(",")) {
      const name = square.startsWith("K") ? "king" : "man";
      const isIt = ([, piece]: [string, Piece]) => piece.side?.charAt(0).toUpperCase() === side && piece.name === name;
      squares.set(square.replace("K", ""), Object.entries(facts.pieces ?? {}).find(isIt)?.[0] ?? null);
    }
  }
  return position.board!.map((row, r) => row.map((_, c) => squares.get(squareName([r, c], position, facts)) ?? null));
};

const readLines: Reader = (text, { board }, { pieces }) => {
  const drawn = text.split(" ")[0].split("/");
  const letter = (name: RegExp) => Object.entries(pieces ?? {}).find(([, piece]) => name.test(piece.name))?.[0] ?? null;
  const [line, box] = [letter(/line/), letter(/box/)];
  const isDrawn = (r: number, c: number) => drawn[r]?.[(c - ((r + 1) % 2)) / 2] === "1";
  return board!.map((row, r) =>
    row.map((_, c) => {
      if ((r + c) % 2 === 1) return isDrawn(r, c) ? line : null;
      const closed = isDrawn(r - 1, c) && isDrawn(r + 1, c) && isDrawn(r, c - 1) && isDrawn(r, c + 1);
      return r % 2 === 1 && closed ? box : null;
    }),
  );
};

const NOTATIONS: { write: Writer; read: Reader }[] = [
  { write: runs, read: readRuns },
  { write: dotted, read: readRuns },
  { write: flat, read: readFlat },
  { write: numbers, read: readNumbers },
  { write: pits, read: readPits },
  { write: numbered, read: readNumbered },
  { write: lines, read: readLines },
];

function rows(board: Board, { lines }: Position, facts: GameFacts): Board {
  if (facts.layout !== "points") return board;
  const { spots } = lay("points", board, lines?.length ? lines : facts.lines, { flip: false });
  return board.map((row, r) => row.filter((_, c) => spots.some(({ cell }) => cell[0] === r && cell[1] === c)));
}

/** The opposite of `rows`: a matrix with nothing where there are no points. */
function filled(some: Board, position: Position, facts: GameFacts): Board {
  if (facts.layout !== "points") return some;
  const { lines } = position;
  const { spots } = lay("points", position.board!, lines?.length ? lines : facts.lines, { flip: false });
  return position.board!.map((row, r) => {
    const columns = spots.filter(({ cell }) => cell[0] === r).map(({ cell }) => cell[1]);
    return row.map((_, c) => some[r]?.[columns.indexOf(c)] ?? null);
  });
}

/** A state without the signs of promoted pieces, which the board does not show. */
const plain = (state: string): string => state.replaceAll("~", "");

/** The notation of a position's state, and where the board begins in it. */
export function notation(position: Position, facts: GameFacts) {
  const { board } = position;
  if (typeof position.state !== "string" || !board?.length) return null;
  const state = plain(position.state);
  for (const { write, read } of NOTATIONS) {
    if (write === pits && facts.layout !== "pits") continue;
    const text = write(board, position, facts);
    const at = text.length > 1 ? state.indexOf(text) : -1;
    if (at >= 0) return { write, read, before: state.slice(0, at), rest: state.slice(at + text.length) };
  }
  return null;
}

/** The board of another state of the same game, such as the one after a move; null where it cannot be read. */
export function decoded(state: State, position: Position, facts: GameFacts): Board | null {
  const found = notation(position, facts);
  if (!found || typeof state !== "string") return null;
  const [text, at] = [plain(state), found.before.length];
  const board = found.read(text.slice(at), position, facts);
  const fits =
    board?.length === position.board!.length && board.every((row, r) => row.length === position.board![r].length);
  // What is written as it was read was read rightly.
  return fits && text.startsWith(found.write(board, position, facts), at) ? board : null;
}

/** The board after a move: as its state says, or with the piece at the end of its way. */
export function foreseen(position: Position, { state, cells }: LegalMove, facts: GameFacts): Board | null {
  const board = decoded(state, position, facts);
  if (board || !position.board || cells.length === 0) return board;
  return moved(position.board, cells, emblem(position.to_move, facts));
}

/**
 * The position after a move, as far as its state tells it: without the moves that are legal then, and without knowing
 * whether the game is over. Null where the state does not tell the board, the side to move, and what is shown beside them.
 */
export function sketched(position: Position, move: LegalMove, facts: GameFacts): Position | null {
  const board = decoded(move.state, position, facts);
  const to_move = sideIn(position.state, facts.players) === position.to_move && sideIn(move.state, facts.players);
  const beside = special(facts.id)?.beside;
  if (!board || !to_move || ((position.hands || position.counters) && !beside)) return null;
  const { state } = move;
  const shown = beside?.(String(state));
  return { ...position, ...shown, state, to_move, board, legal_moves: [], evaluation: null, sketch: true };
}

/** A board while a move is made on it: its piece lies on the last of the cells, a new one on the first. */
export function moved(board: Board, cells: Cell[], emblem: string | null): Board {
  const [from, to] = [cells[0], cells.at(-1)!];
  const old = board[from[0]][from[1]];
  if (typeof old === "number") return board;
  const [at, letter] = old === null ? [from, emblem] : [to, old];
  return board.map((row, r) =>
    row.map((content, c) => (r === at[0] && c === at[1] ? letter : r === from[0] && c === from[1] ? null : content)),
  );
}

/** The side to move that a state's text names: the first word that stands for one. */
function sideIn(state: State, players: string[]): string | null {
  if (typeof state !== "string") return null;
  const initials = new Set(players.map((side) => side.charAt(0).toUpperCase()));
  const words = players.flatMap((side): [string, string][] => {
    const short = initials.size === players.length ? [side.charAt(0)] : [];
    return [side, ...short].flatMap((word): [string, string][] => [
      [word, side],
      [word.toUpperCase(), side],
    ]);
  });
  // Where no side is called so, FEN has these letters for the first one and the second.
  words.push(["w", players[0]], ["b", players[1]]);
  const found = state.split(/[ :]/).find((part) => words.some(([word]) => word === part));
  return words.find(([word]) => word === found)?.[1] ?? null;
}
