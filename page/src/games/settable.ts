// What a state says beside its board when a position is set up: the castling rights of chess and its variants, and the men
// in hand of nine men's morris.

import { described } from "../board/pieces";
import type { Content, GameFacts } from "../wire";

interface Setting {
  /** What follows the board in a state's text, once the board was set up. */
  rest?: (rest: string, board: Content[][], facts: GameFacts) => string;
  /** Rights that a state has beside its board, as far as the board allows them; and the state with others. */
  rights?: (state: string, board: Content[][]) => { letter: string; title: string; on: boolean }[];
  withRights?: (state: string, letters: string[], board: Content[][]) => string;
}

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

const castling: Setting = {
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

const uncastled: Setting = { rest: castling.rest };

const MEN = 9;

const morris: Setting = {
  // The rest is the side to move, the men in hand, and plies: ` W 9,9 0`.
  rest: (rest, board, facts) => {
    const onBoard = facts.players.map(
      (side) => board.flat().filter((content) => described(content, facts)?.side === side).length,
    );
    return rest.replace(/(\d+),(\d+)/, (_, ...hands: string[]) =>
      onBoard.map((men, i) => Math.min(Number(hands[i]), Math.max(0, MEN - men))).join(","),
    );
  },
};

const SETTINGS: Record<string, Setting | undefined> = {
  chess: castling,
  crazyhouse: castling,
  antichess: uncastled,
  atomic: castling,
  "three-check": castling,
  "king-of-the-hill": castling,
  horde: castling,
  "racing-kings": uncastled,
  "nine-mens-morris": morris,
};

export const settable = (id: string): Setting | undefined => SETTINGS[id];
