// The view of the first tab.

import { Problem, sentence, type Waiting } from "../ask";
import type {
  Cell,
  Content,
  GameFacts,
  GameSummary,
  Hint,
  Index,
  Line,
  Position,
  Progress,
  ReviewedPly,
  ReviewSummary,
  Score,
  SoFar,
} from "../wire";
import { gathered } from "../games/mancala";
import { special } from "../games/special";
import { name } from "../words";
import type { Asked } from "./Exchanged";
import { type GameTree, nodeAt, planted, type Ply, ROOT } from "./gameTree";
import { initial, type Settings } from "./settings";

export interface Thought {
  why: "move" | "values" | "best";
  running: boolean;
  progress: Progress | null;
  /** The side that it moves for. */
  mover: string;
  /** The best lines, each in the notation of the list. */
  lines: string[][];
  done: number | null;
  since: number;
}

/** A move that is shown before the server has described the position after it. */
export interface Pending {
  side: string;
  label: string;
  cells: Cell[];
  board: Content[][] | null;
}

/** The time that the side to move has thought about the position after a node. */
export interface Spent {
  node: number;
  ms: number;
  /** When the clock began to run, by `performance.now`; null while it stands. */
  since: number | null;
}

export const UNSPENT: Spent = { node: ROOT, ms: 0, since: null };

/** An end that the board does not show. */
export interface Ending {
  /** The node after which it came. */
  node: number;
  winner: string | null;
  how: "resignation" | "agreement" | "time";
}

/** What was told about the best move of a position. */
export interface Told extends Hint {
  /** The game and the node that it is about. */
  of: string;
}

/** What was judged of a game's moves. */
export interface Review {
  running: boolean;
  /** The nodes of the line that is judged. */
  line: number[];
  /** The judged plies by their nodes; the last one comes first. */
  plies: Map<number, ReviewedPly>;
  summary: ReviewSummary | null;
  /** The nodes of mistakes for which the player has found a better move since. */
  found: number[];
  /** Why it waits, or went wrong. */
  trouble: string | null;
}

export interface View {
  /** The game that is being opened, if the server has still to tell what it is. */
  opening: string | null;
  games: GameSummary[];
  index: Index | null;
  facts: GameFacts | null;
  /** Each game's facts and start, for its picture. */
  gallery: Map<string, { facts: GameFacts; position: Position }>;
  /** What names this game in the list of those that are kept. */
  id: string;
  start: SoFar;
  tree: GameTree;
  /** The nodes of the line that is shown. */
  line: number[];
  /** Their plies. */
  plies: Ply[];
  /** The position before the first ply. */
  origin: Position | null;
  /** How many plies lead to the shown position. */
  at: number;
  /** The shown position. */
  position: Position | null;
  pending: Pending | null;
  settings: Settings;
  values: Map<string, Score> | null;
  showValues: boolean;
  /** The best moves of the shown position, once they were asked for. */
  best: Line[];
  showBest: boolean;
  hint: Told | null;
  /** Whether the bar of the expected result is shown. */
  showBar: boolean;
  /** Whether the board is turned; null turns it to the person who plays. */
  turned: boolean | null;
  /** Whether pieces fall along the columns of the board. */
  wells: boolean;
  paused: boolean;
  /** How long the side to move has thought. */
  spent: Spent;
  ending: Ending | null;
  /** Who offers a draw. */
  offer: "you" | "plyd" | null;
  /** What was said besides moves, such as an answer to an offer. */
  remark: string | null;
  /** Whether a person wants to play on although plyd has resigned. */
  insisted: boolean;
  thought: Thought | null;
  /** The last request and its answer. */
  exchange: Asked | null;
  /** What a record says about the game, such as the players' names. */
  tags: Record<string, string>;
  /** What was left out of it or corrected when it was read. */
  warnings: string[];
  review: Review | null;
  waiting: Waiting | null;
  trouble: string | null;
  /** The text for screen readers. */
  said: string;
}

/** The view before a game is open. */
export function empty(): View {
  return {
    opening: null,
    games: [],
    index: null,
    facts: null,
    gallery: new Map(),
    id: "",
    start: { state: undefined, moves: [] },
    tree: planted(),
    line: [],
    plies: [],
    origin: null,
    at: 0,
    position: null,
    pending: null,
    settings: initial(),
    values: null,
    showValues: false,
    best: [],
    showBest: false,
    hint: null,
    showBar: false,
    turned: null,
    wells: false,
    paused: false,
    spent: UNSPENT,
    ending: null,
    offer: null,
    remark: null,
    insisted: false,
    thought: null,
    exchange: null,
    tags: {},
    warnings: [],
    review: null,
    waiting: null,
    trouble: null,
    said: "",
  };
}

/** Whether each side looks at the board from its own end, as it does where it has an army of several kinds. */
export function hasEnds(facts: GameFacts | null): boolean {
  if (facts === null || special(facts.id)?.shared) return false;
  const kinds = Object.values(facts.pieces ?? {}).filter(({ side }) => side === facts.players[0]).length;
  return facts.layout === "squares" || facts.layout === "pits" || kinds >= ARMY;
}

/** The fewest kinds of pieces of an army. */
const ARMY = 3;

/** Whether the board shows its second side below: where a person plays that side alone, and the board has two ends. */
export function flipped({ turned, facts, settings, wells }: View): boolean {
  if (turned !== null) return turned;
  const second = facts?.players[1] ?? "";
  return (
    hasEnds(facts) &&
    !wells &&
    facts!.players.length === 2 &&
    !settings.plays.includes(second) &&
    settings.plays.length === 1
  );
}

/** The shown position, by its game and its node. */
export const here = ({ id, line, at }: View): string => `${id}/${nodeAt(line, at)}`;

/** What was told about the shown position. */
export const told = (view: View): Told | null => (view.hint?.of === here(view) ? view.hint : null);

/** How the game ended, where the shown position is its end but the rules do not say so. */
export function finished({ ending, line, at, facts }: View): string | null {
  if (!ending || ending.node !== nodeAt(line, at)) return null;
  const { winner, how } = ending;
  if (winner === null) return `A draw by ${how}.`;
  return `${name(winner, facts!)} wins${how === "time" ? " on time" : " by resignation"}.`;
}

/** Whether nobody moves in the shown position any more. */
export const isOver = (view: View): boolean => (view.position?.over ?? false) || finished(view) !== null;

/** The side of a person who plays against plyd. */
export function person({ facts, settings }: View): string | null {
  if (settings.plays.length !== 1 || facts?.players.length !== 2) return null;
  return facts.players.find((side) => !settings.plays.includes(side)) ?? null;
}

/**
 * The position as the board shows it: with the move that was just made, which nothing can be played on top of yet, and at
 * the end with the seeds that each side keeps.
 */
export function shown({ position, pending, facts }: View): Position | null {
  if (!position || !facts) return position;
  if (!pending) return position.over ? { ...position, board: gathered(position, facts) } : position;
  return { ...position, board: pending.board ?? position.board, legal_moves: [] };
}

/** The sentence for an error. */
export function excuse(error: unknown): string {
  if (!(error instanceof Problem)) return sentence(error);
  if (error.code === "unknown_game")
    return `This server has no such game: ${sentence(error)} Choose one from the list.`;
  const where =
    error.path === "state"
      ? "That is no position of this game: "
      : error.path === "record"
        ? "That game cannot be read: "
        : error.path?.startsWith("moves")
          ? "That game cannot be played: "
          : "";
  return where + (where ? error.message + "." : sentence(error));
}
