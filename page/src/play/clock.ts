// The players' clocks: a time for the whole game, and some more with each move. What each side had left after a move
// stands beside the move, as in a record; only the time since then is kept here.

import { opponent } from "../words";
import { nodeAt, ROOT } from "./gameTree";
import type { View } from "./view";

export interface Control {
  base_ms: number;
  increment_ms: number;
}

/** Time controls to choose from: minutes for the game and seconds for each move. */
export const CONTROLS = ["1+1", "3+2", "5+3", "10+5", "15+10", "30+20"];

export function control(text: string): Control | null {
  const [, minutes, seconds] = /^(\d+(?:\.\d+)?)\+(\d+)$/.exec(text) ?? [];
  return minutes === undefined ? null : { base_ms: 60_000 * Number(minutes), increment_ms: 1000 * Number(seconds) };
}

/** The time that the side to move has thought about the position after a node. */
export interface Spent {
  node: number;
  ms: number;
  /** When the clock began to run, by `performance.now`; null while it stands. */
  since: number | null;
}

export const UNSPENT: Spent = { node: ROOT, ms: 0, since: null };

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

/** The milliseconds that a side has left, by the clock or by the record of the game; null without either. */
export function left({ plies, at, settings, spent, position }: View, side: string, now: number): number | null {
  const last = plies
    .slice(0, at)
    .filter((ply) => ply.side === side && ply.clock)
    .at(-1);
  const before = last ? read(last.clock!) : (control(settings.clock)?.base_ms ?? null);
  return before === null || position?.to_move !== side ? before : Math.max(0, before - thought(spent, now));
}

/** What stands beside a move that is played now. */
export function clockAfter(view: View, side: string, now: number): string | undefined {
  const of = control(view.settings.clock);
  return of ? written(left(view, side, now)! + of.increment_ms) : undefined;
}

/** The clocks as a request has them, seen by the side to move. */
export function clocks(view: View, now: number): Record<string, number> | null {
  const { settings, facts, position } = view;
  const of = control(settings.clock);
  const other = facts && position && opponent(position.to_move, facts);
  if (!of || !position || !other) return null;
  return {
    own_ms: Math.round(left(view, position.to_move, now)!),
    opponent_ms: Math.round(left(view, other, now)!),
    increment_ms: of.increment_ms,
  };
}

/** As the command `clk` of PGN has it: hours, minutes and seconds. */
function written(ms: number): string {
  const tenths = Math.round(ms / 100);
  const two = (part: number) => String(Math.floor(part)).padStart(2, "0");
  return `${Math.floor(tenths / 36_000)}:${two((tenths / 600) % 60)}:${two((tenths / 10) % 60)}.${tenths % 10}`;
}

function read(text: string): number | null {
  const parts = text.split(":").map(Number);
  return parts.some(Number.isNaN) ? null : 1000 * parts.reduce((sum, part) => 60 * sum + part, 0);
}

/** `4:05`, and with tenths of a second below twenty: `0:09.3`. */
export function shown(ms: number): string {
  const tenths = ms < 20_000 ? Math.floor(ms / 100) : 10 * Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60];
  const seconds = String(Math.floor(tenths / 10) % 60).padStart(2, "0");
  const whole = hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}` : String(minutes);
  return `${whole}:${seconds}${ms < 20_000 ? `.${tenths % 10}` : ""}`;
}
