// Chess and its variants: the castling rights of a position that is set up, which its board does not show.

import type { Content } from "../wire";
import type { Special } from "./additions";

const RIGHTS: [letter: string, title: string, king: string, rook: string][] = [
  ["K", "White O-O", "e1", "h1"],
  ["Q", "White O-O-O", "e1", "a1"],
  ["k", "Black O-O", "e8", "h8"],
  ["q", "Black O-O-O", "e8", "a8"],
];

const at = (board: Content[][], square: string): Content =>
  board[8 - Number(square[1])]?.[square.charCodeAt(0) - 97] ?? null;

/** The field of castling rights in a FEN. */
const FIELD = /^(\S+ [wb] )(\S+)/;

/** Whether king and rook stand where they began; other rights a FEN cannot have, but those of Chess960. */
const possible = (board: Content[][], [letter, , king, rook]: (typeof RIGHTS)[number]): boolean => {
  const pieces = letter === letter.toUpperCase() ? ["K", "R"] : ["k", "r"];
  return at(board, king) === pieces[0] && at(board, rook) === pieces[1];
};

export const chess: Special = {
  rights: (state, board) => {
    const field = FIELD.exec(state)?.[2];
    if (field === undefined || /[a-jl-pr-z]/i.test(field)) return [];
    return RIGHTS.filter((right) => possible(board, right)).map(([letter, title]) => ({
      letter,
      title,
      on: field.includes(letter),
    }));
  },
  withRights: (state, letters, board) => {
    const rights = RIGHTS.filter((right) => letters.includes(right[0]) && possible(board, right));
    return state.replace(FIELD, (_, before) => before + (rights.map(([letter]) => letter).join("") || "-"));
  },
  // Nobody knows whether a pawn has just gone two squares: no capture in passing. The pieces in hand stay.
  rest: (rest) => rest.replace(/^(\S* [wb] \S+) \S+/, "$1 -"),
};

/** A variant without castling. */
const uncastled: Special = { rest: chess.rest };

export const variants: Record<string, Special> = {
  crazyhouse: {
    ...chess,
    beside: (state) => {
      const [, held] = /\[(.*)\]/.exec(state)!;
      return { hands: [/[A-Z]/g, /[a-z]/g].map((own) => held.match(own) ?? []) };
    },
  },
  antichess: { ...uncastled, uneven: true },
  atomic: chess,
  "three-check": {
    ...chess,
    counted: "check",
    beside: (state) => ({
      counters: / (\d)\+(\d)/.exec(state)!.slice(1).map(Number),
    }),
  },
  "king-of-the-hill": chess,
  horde: { ...chess, uneven: true },
  "racing-kings": { ...uncastled, shared: true },
};

/** The ids of chess's variants. */
export const VARIANTS = Object.keys(variants);
