// The part of the contract that the page uses; openapi.yaml has it all.

/** Row from the top, column from the left. */
export type Cell = [row: number, column: number];

export type Layout = "squares" | "cells" | "points" | "hexes" | "pits" | "edges" | "heaps";

/** A state is text; the `tree` game alone has JSON. */
export type State = unknown;

/** A position as requests give it: a state, and the moves played on top of it. */
export interface SoFar {
  state: State;
  moves: string[];
  /** Where a draw that could be claimed was played on: the game then ends only where its rules end it by themselves. */
  draws?: "automatic";
}

export interface Piece {
  side: string | null;
  name: string;
  symbol: string;
  /** The letter of what it was before its promotion. */
  promoted_from?: string;
}

export interface GameSummary {
  id: string;
  /** Other names for it. */
  aliases?: string[];
  title: string;
  players: string[];
  /** The players as people name them and as their pieces are coloured. */
  sides?: { name: string; colour: string | null; turned?: boolean }[];
  summary: string;
  start: State;
}

export interface Level {
  level: number;
  depth: number;
  nodes: number;
  /** A sentence on who plays like this. */
  who?: string;
}

export interface GameFacts extends GameSummary {
  rules: string;
  state: { notation: string; examples: State[] };
  /** Starts by number, from 0: the state is the prefix and the number. */
  numbered_starts?: { title: string; prefix: string; count: number };
  move: { notation: string; examples: string[] };
  score: { kind: "distance" | "margin" | "given"; unit: string };
  algorithms: { name: string; max_depth: number }[];
  default_depth: number;
  max_depth: number;
  levels: Level[];
  layout?: Layout | null;
  lines?: [Cell, Cell][] | null;
  pieces?: Record<string, Piece> | null;
  /** The curve from scores to expected results. */
  expected_score?: { scale: number; games?: number };
  /** How many nodes a review searches for each ply. */
  review?: { nodes: number };
  record_formats?: string[];
}

export interface LegalMove {
  move: string;
  state: State;
  cells: Cell[];
  label?: string | null;
}

export interface Outcome {
  winner: string | null;
  reason: string;
}

export type Content = string | number | null;

/** A rectangle of cells that counts as one, from its top left to its bottom right, and its owner. */
export interface Area {
  corners: [Cell, Cell];
  side: string | null;
}

/** The owners of the edges of a board. */
export type Borders = Record<"top" | "right" | "bottom" | "left", string>;

/** A named opening, and after how many moves it is reached. */
export interface Opening {
  code: string;
  name: string;
  plies: number;
}

export interface Position {
  game: string;
  state: State;
  to_move: string;
  over: boolean;
  outcome: Outcome | null;
  claimable: { reason: string } | null;
  legal_moves: LegalMove[];
  evaluation: number | null;
  board?: Content[][] | null;
  /** Where the board is not drawn as the game's boards usually are. */
  layout?: Layout | null;
  /** Cells that the board does not have. */
  absent?: Cell[] | null;
  files?: string[] | null;
  ranks?: string[] | null;
  lines?: [Cell, Cell][] | null;
  areas?: Area[] | null;
  borders?: Borders | null;
  /** The letters of the pieces that each player may drop. */
  hands?: string[][] | null;
  /** How often each player still has to do what wins. */
  counters?: number[] | null;
  /** Cells that win when a piece arrives there. */
  marks?: Cell[] | null;
  opening?: Opening | null;
  /** The page's own: whether only the board and the side to move are known, because the server was not asked yet. */
  sketch?: boolean;
}

export interface Score {
  value: number;
  outcome: "win" | "loss" | "draw" | null;
  plies: number | null;
  value_for_max?: number | null;
}

export interface Line {
  move: string;
  score: Score;
  pv: string[];
  /** The same moves as people write them, where any has another name. */
  pv_labels?: string[];
}

export interface Stats {
  nodes: number;
  leaves: number;
  interior: number;
  alpha_cutoffs: number;
  beta_cutoffs: number;
  moves_pruned: number;
  minimax_nodes?: number | null;
  pruned_fraction?: number | null;
  elapsed_us?: number;
  nodes_per_second?: number | null;
}

/** A finished iteration of a stream. */
export interface Progress {
  depth: number;
  lines: Line[];
  stats: Stats;
}

/** What an opponent with manners does besides its move. */
export interface Advice {
  resign: boolean;
  offer_draw: boolean;
  accept_draw: boolean;
  think_ms: number;
  because: string;
}

export interface SearchAnswer extends Progress {
  game: string;
  to_move: string;
  move: string | null;
  label: string | null;
  cells: Cell[];
  /** With `position` in `with` it is a whole position, unless the search's time left none for that. */
  after: Pick<Position, "state" | "to_move" | "over" | "outcome"> | Position | null;
  next: SoFar | null;
  score: Score;
  stopped_by: string;
  algorithm: string;
  level: number | null;
  advice?: Advice | null;
}

/** A drawing on the board of a record, by the names of its cells. */
export interface Drawing {
  shape: string;
  colour?: string;
  cell: string;
  to?: string;
  text?: string;
}

/**
 * A line of a record. Each key is a number of moves: those before a comment or drawings, or those before the move that the
 * other fields are about.
 */
export interface RecordLine {
  moves: string[];
  comments?: Record<number, string>;
  clocks?: Record<number, number>;
  nags?: Record<number, number[]>;
  variations?: Record<number, RecordLine[]>;
  drawings?: Record<number, Drawing[]>;
}

export interface TreeNode {
  move: string | null;
  label: string | null;
  side: string;
  state: State;
  alpha: number | null;
  beta: number | null;
  value: number;
  bound: "exact" | "lower" | "upper";
  why: "interior" | "static" | "over";
  cut: { kind: "alpha" | "beta"; by: string; at: [number, number] } | null;
  pruned: string[];
  /** Pruned moves that the listing does not name. */
  pruned_omitted: number;
  omitted: number;
  children: TreeNode[];
}

export interface TreeAnswer {
  game: string;
  state: State;
  algorithm: string;
  depth: number;
  /** The side of Max. */
  max_side: string;
  truncated: boolean;
  stats: Stats;
  root: TreeNode;
}

export interface Caps {
  max_depth: Record<string, number>;
  [cap: string]: number | Record<string, number>;
}

export interface Index {
  version: string;
  engine: string;
  caps: Caps;
  links: Record<string, string>;
}

export type Verdict = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** What is known about a move, by a code and as a sentence, in which "it" is the move. */
export interface Fact {
  code: string;
  text?: string;
}

/** A played move, measured against the best one. Scores and shares are for the side that played it. */
export interface ReviewedPly {
  ply: number;
  side: string;
  move: string;
  label?: string;
  best: string;
  best_label?: string;
  score: Score | null;
  best_score: Score | null;
  only_move: boolean;
  expected: number | null;
  best_expected: number | null;
  loss: number | null;
  verdict: Verdict | null;
  /** What the played move does. */
  facts?: Fact[];
  /** The line that begins with the best move, and the same as people write it. */
  pv: string[];
  pv_labels?: string[];
}

/** Moves of a position, judged. */
export interface Grade {
  best: { move: string; pv: string[] };
  candidates: { verdict?: Verdict | null; facts?: Fact[] }[];
}

export interface Hint {
  stage: number;
  text: string;
  cells: Cell[];
  facts: Fact[];
  /** None in the first stage. */
  move: string | null;
  line: string[];
}

export interface ReviewSummary {
  sides: Record<string, { accuracy: number | null; verdicts: Record<Verdict, number> }>;
  turning_points: { ply: number; loss: number }[];
}
