// The empty boards of games, to be shown while the server is asked for the game itself.

import type { Content, GameFacts, Layout, Position } from "../wire";
import { VARIANTS } from "./chess";

/** Layout, rows, columns; then what stands at the edges, and what the board looks like. */
type Shape = [
  layout: Layout,
  rows: number,
  columns: number,
  names?: "both" | "files",
  looks?: "discs" | "wells" | "hands",
];

const CHESSBOARD: [Layout, number, number, "both"] = ["squares", 8, 8, "both"];

const SHAPES: Record<string, Shape | undefined> = {
  "tic-tac-toe": ["cells", 3, 3, "both"],
  "ultimate-tic-tac-toe": ["cells", 9, 9, "both"],
  "connect-four": ["cells", 6, 7, "files", "wells"],
  gomoku: ["points", 15, 15, "both"],
  hex: ["hexes", 11, 11, "both", "discs"],
  chess: CHESSBOARD,
  ...Object.fromEntries(VARIANTS.map((id) => [id, CHESSBOARD])),
  crazyhouse: [...CHESSBOARD, "hands"],
  breakthrough: CHESSBOARD,
  checkers: ["squares", 8, 8],
  draughts: ["squares", 10, 10],
  "russian-draughts": CHESSBOARD,
  "brazilian-draughts": CHESSBOARD,
  othello: ["cells", 8, 8, "both", "discs"],
  ataxx: ["cells", 7, 7, "both"],
  "dots-and-boxes": ["edges", 7, 7],
  kalah: ["pits", 2, 8],
  oware: ["pits", 2, 8],
  nim: ["heaps", 1, 3, "files"],
};

export interface Blank {
  facts: GameFacts;
  position: Position;
  wells: boolean;
  /** Whether there are hands beside the board. */
  hands: boolean;
}

/** A game's board without pieces and moves; null where it is not known. */
export function blank(id: string): Blank | null {
  const shape = SHAPES[id];
  if (!shape) return null;
  const [layout, rows, columns, names, looks] = shape;
  const disc = { side: null, name: "black disc", symbol: "●" };
  const facts: GameFacts = {
    id: "",
    title: "Empty",
    players: [],
    summary: "",
    start: null,
    rules: "",
    state: { notation: "", examples: [] },
    move: { notation: "", examples: [] },
    score: { kind: "distance", unit: "" },
    algorithms: [],
    default_depth: 0,
    max_depth: 0,
    levels: [],
    layout,
    pieces: looks === "discs" ? { disc } : {},
  };
  const numbers = (many: number) => Array.from({ length: many }, (_, i) => String(i + 1));
  const letters = numbers(columns).map((number) => String.fromCharCode(96 + Number(number)));
  const content: Content = layout === "pits" || layout === "heaps" ? 0 : null;
  const position: Position = {
    game: id,
    state: null,
    to_move: "",
    over: false,
    outcome: null,
    claimable: null,
    legal_moves: [],
    evaluation: null,
    board: Array.from({ length: rows }, () => Array<Content>(columns).fill(content)),
    files: names === "both" ? letters : names === "files" ? numbers(columns) : [],
    ranks: names === "both" ? numbers(rows).reverse() : [],
    ...(layout === "hexes" ? { borders: { top: "", right: "", bottom: "", left: "" } } : {}),
  };
  return { facts, position, wells: looks === "wells", hands: looks === "hands" };
}
