// The players' clocks. What each side had left after a move stands beside the move, as in a record; only the time since
// then is kept here. What a side has left is the time in which it has to move, or it loses: a delay and all periods of
// byo-yomi are part of it.

import { opponent } from "../words";
import { nodeAt } from "./gameTree";
import { type Spent, UNSPENT, type View } from "./view";

export interface Control {
  base_ms: number;
  increment_ms: number;
  /** The time before the clock runs, in each move. Without a base, this is all the time of a move. */
  delay_ms: number;
  /** What follows when the clock has run out. A move within a period gets it back. */
  period_ms: number;
  periods: number;
}

/** Time controls to choose from: minutes for the game, and seconds that each move adds, is delayed by, or has. */
export const CONTROLS: Record<string, string[]> = {
  "Seconds added to each move": ["1+1", "3+2", "5+3", "10+5", "15+10", "30+20"],
  "Delay before the clock runs": ["3d2", "5d3", "10d5", "25d5"],
  "Periods after the time": ["1+3x10", "5+3x20", "10+3x30", "20+5x30"],
  "Each move": ["10/move", "30/move", "60/move"],
};

/** The most periods that a request may have. */
const MOST_PERIODS = 100;

const NUMBER = "(\\d+(?:\\.\\d+)?)";
const FORM = new RegExp(`^(?:${NUMBER}/move|${NUMBER}(?:d${NUMBER}|\\+(\\d+)x${NUMBER}|\\+${NUMBER})?)$`, "i");

/** Reads minutes, and what each move has in seconds: `5`, `5+3`, `5d3`, `10+3x30`, `30/move`. */
export function control(text: string): Control | null {
  const found = FORM.exec(text)?.slice(1).map(Number);
  if (!found) return null;
  const [each, minutes, delay, periods, period, increment] = found.map((number) => number || 0) as number[];
  if (/x/i.test(text) && (periods < 1 || periods > MOST_PERIODS)) return null;
  return {
    base_ms: 60_000 * minutes,
    increment_ms: 1000 * increment,
    delay_ms: 1000 * (each || delay),
    period_ms: 1000 * period,
    periods,
  };
}

/** What is said about a time control, where its text says too little. */
export function worded(text: string): string {
  const of = control(text);
  if (!of) return text;
  const seconds = (ms: number) => `${ms / 1000} s`;
  const minutes = `${of.base_ms / 60_000} min`;
  if (of.periods > 0) return `${minutes} + ${of.periods} × ${seconds(of.period_ms)}`;
  if (of.delay_ms === 0) return text;
  return of.base_ms === 0 ? `${seconds(of.delay_ms)} a move` : `${minutes}, ${seconds(of.delay_ms)} delay`;
}

/** The tag `TimeControl` of PGN, in seconds. PGN has no periods, and delays are only a proposal. */
export function timeControl({ base_ms, increment_ms, delay_ms, period_ms, periods }: Control): string {
  const base = base_ms / 1000;
  if (periods > 0) return `${base}+${periods}x${period_ms / 1000}`;
  if (delay_ms === 0) return `${base}+${increment_ms / 1000}`;
  return base_ms === 0 ? `1/${delay_ms / 1000}` : `${base}d${delay_ms / 1000}`;
}

/** The time for the first move. */
const whole = (of: Control): number => of.base_ms + of.delay_ms + of.periods * of.period_ms;

/** How many periods are left, counting the one that has begun. */
const begun = (of: Control, ms: number): number => Math.max(1, Math.ceil(ms / of.period_ms));

/** The time for the next move of a side that had one of these for its last move, and the other when it moved. */
export function next(of: Control, had: number, left: number): number {
  if (of.periods > 0 && of.period_ms > 0)
    return left < of.periods * of.period_ms ? begun(of, left) * of.period_ms : left;
  return of.delay_ms > 0 ? Math.min(had, left + of.delay_ms) : left + of.increment_ms;
}

/** The fields of a request for what a side has left, without the opponent's. */
export function parts(of: Control, ms: number): Record<string, number> {
  if (of.delay_ms > 0 && of.base_ms === 0) return { per_move_ms: ms };
  if (of.delay_ms > 0) return { own_ms: Math.max(0, ms - of.delay_ms), delay_ms: Math.min(ms, of.delay_ms) };
  if (of.periods === 0 || of.period_ms === 0) return { own_ms: ms, increment_ms: of.increment_ms };
  const periods = Math.min(of.periods, begun(of, ms));
  return { own_ms: Math.max(0, ms - of.periods * of.period_ms), byoyomi_ms: of.period_ms, byoyomi_periods: periods };
}

/** What the clock shows now that the view has changed. It runs from the first move to the end of the game. */
export function ticked(view: View, now: number): Spent {
  const { settings, spent, position, pending, ending, paused, plies, at, line } = view;
  const node = nodeAt(line, at);
  const runs =
    control(settings.clock) !== null &&
    at > 0 &&
    at === plies.length &&
    !position?.over &&
    !pending &&
    !ending &&
    !paused;
  if (spent.node === node && (spent.since !== null) === runs) return spent;
  return { node, ms: spent.node === node ? thought(spent, now) : 0, since: runs ? now : null };
}

const thought = ({ ms, since }: Spent, now: number): number => ms + (since === null ? 0 : now - since);

/** The time that is spent as it is kept, with what the time is. A clock that ran when its page was left has run on. */
export interface KeptSpent {
  ms: number;
  /** In milliseconds since 1970; null where the clock stood. */
  since: number | null;
}

export function keptSpent(spent: Spent, now: number): KeptSpent {
  return { ms: thought(spent, now), since: spent.since === null ? null : Date.now() };
}

/** What was spent by now. */
export const spentSince = ({ ms, since }: KeptSpent): number => ms + (since === null ? 0 : Date.now() - since);

/** The milliseconds that a side has left, by the clock or by the record of the game; null without either. */
export function left({ plies, at, settings, spent, position }: View, side: string, now: number): number | null {
  const last = plies
    .slice(0, at)
    .filter((ply) => ply.side === side && ply.clock !== undefined)
    .at(-1);
  const of = control(settings.clock);
  const before = last?.clock ?? (of && whole(of));
  return before === null || position?.to_move !== side ? before : Math.max(0, before - thought(spent, now));
}

/** What stands beside a move that is played now. */
export function clockAfter(view: View, side: string, now: number): number | undefined {
  const of = control(view.settings.clock);
  if (!of) return undefined;
  const had = left({ ...view, spent: UNSPENT }, side, now)!;
  return Math.round(next(of, had, left(view, side, now)!));
}

/** The clocks as a request has them, seen by the side to move. */
export function clocks(view: View, now: number): Record<string, number> | null {
  const { settings, facts, position } = view;
  const of = control(settings.clock);
  const other = facts && position && opponent(position.to_move, facts);
  if (!of || !position || !other) return null;
  const [own, theirs] = [position.to_move, other].map((side) => parts(of, Math.round(left(view, side, now)!)));
  const { own_ms, ...more } = own;
  return own_ms === undefined ? own : { own_ms, opponent_ms: theirs.own_ms, ...more };
}

/** What a clock shows: with byo-yomi, the time or the period that runs, and the periods after it. */
export function faceOf({ settings }: View, ms: number): string {
  const of = control(settings.clock);
  if (!of || of.periods === 0 || of.period_ms === 0) return shown(ms);
  const later = Math.min(of.periods, begun(of, ms) - (ms <= of.periods * of.period_ms ? 1 : 0));
  const now = shown(Math.max(0, ms - later * of.period_ms));
  return later === 0 ? now : `${now} + ${later}×${of.period_ms / 1000} s`;
}

/** `4:05`, and with tenths of a second below twenty: `0:09.3`. */
export function shown(ms: number): string {
  const tenths = ms < 20_000 ? Math.floor(ms / 100) : 10 * Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60];
  const seconds = String(Math.floor(tenths / 10) % 60).padStart(2, "0");
  const whole = hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}` : String(minutes);
  return `${whole}:${seconds}${ms < 20_000 ? `.${tenths % 10}` : ""}`;
}
