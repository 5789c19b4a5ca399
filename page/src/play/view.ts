// The view of the first tab.

import { Problem, sentence, type Waiting } from "../ask";
import type { Cell, GameFacts, GameSummary, Index, Position, Progress, Score, SoFar } from "../wire";
import { initial, type Settings } from "./settings";

/** A move that was played, and the position after it. */
export interface Ply {
  move: string;
  label: string;
  side: string;
  cells: Cell[];
  by: "you" | "plyd" | "link";
  after: SoFar;
  /** The side to move afterwards. */
  toMove: string;
  /** For the first player: the score, or the static value, of the position before the move. */
  value: number | null;
}

export interface Thought {
  why: "move" | "values";
  running: boolean;
  progress: Progress | null;
  done: number | null;
  since: number;
}

/** The last request and its answer. */
export interface Exchange {
  path: string;
  body: Record<string, unknown>;
  answer: object | null;
}

export interface View {
  games: GameSummary[];
  index: Index | null;
  facts: GameFacts | null;
  start: SoFar;
  plies: Ply[];
  position: Position | null;
  settings: Settings;
  values: Map<string, Score> | null;
  showValues: boolean;
  flip: boolean;
  /** Whether pieces fall along the columns of the board. */
  wells: boolean;
  paused: boolean;
  thought: Thought | null;
  exchange: Exchange | null;
  waiting: Waiting | null;
  trouble: string | null;
  /** The text for screen readers. */
  said: string;
}

/** The view before a game is open. */
export function empty(): View {
  return {
    games: [],
    index: null,
    facts: null,
    start: { state: undefined, moves: [] },
    plies: [],
    position: null,
    settings: initial(),
    values: null,
    showValues: false,
    flip: false,
    wells: false,
    paused: false,
    thought: null,
    exchange: null,
    waiting: null,
    trouble: null,
    said: "",
  };
}

/** The sentence for an error. */
export function excuse(error: unknown): string {
  if (!(error instanceof Problem)) return sentence(error);
  if (error.code === "unknown_game")
    return `This server has no such game: ${sentence(error)} Choose one from the list.`;
  const where =
    error.path === "state"
      ? "That is no position of this game: "
      : error.path?.startsWith("moves")
        ? "That game cannot be played: "
        : "";
  return where + (where ? error.message + "." : sentence(error));
}
