// How strong plyd plays, and which sides.

import type { GameFacts, SoFar, Stats } from "../wire";

export interface Settings {
  /** The sides that plyd plays. */
  plays: string[];
  by: "level" | "limits";
  level: number;
  depth: string;
  nodes: string;
  time: string;
  algorithm: string;
  /** A new one for each game, so that a level plays another game. */
  seed: number;
  /** The pause before a move of plyd against itself, in milliseconds. */
  pace: number;
  /** The time control as `control` reads it, such as `5+3`; empty without a clock. */
  clock: string;
  /** Whether plyd resigns, offers and accepts draws, and takes as long as a person would. */
  resigns: boolean;
  draws: boolean;
  thinks: boolean;
}

export const newSeed = (): number => Math.floor(Math.random() * 1e6);

export function initial(): Settings {
  return {
    plays: [],
    by: "level",
    level: 4,
    depth: "",
    nodes: "",
    time: "1000",
    algorithm: "",
    seed: newSeed(),
    pace: 500,
    clock: "",
    resigns: true,
    draws: true,
    thinks: false,
  };
}

/** A position as a request names it: what is the default is left out. */
export function asked({ state, moves, draws }: SoFar): Record<string, unknown> {
  return {
    ...(state === undefined ? {} : { state }),
    ...(moves.length > 0 ? { moves } : {}),
    ...(draws ? { draws } : {}),
  };
}

/** A search for one move and the position after it; with advice where plyd plays against a person. */
export function forMove(
  soFar: SoFar,
  settings: Settings,
  facts: GameFacts,
  clock: Record<string, number> | null,
  side: string,
): Record<string, unknown> {
  const { plays, resigns, draws, thinks } = settings;
  const manners = plays.length === 1 && plays.includes(side) && (resigns || draws || thinks);
  const more = { ...(clock ? { clock } : {}), with: ["position", ...(manners ? ["advice"] : [])] };
  if (settings.by === "level" && facts.levels.length > 0)
    return { ...asked(soFar), level: settings.level, seed: settings.seed, ...more };
  const limits = Object.entries({ depth: settings.depth, nodes: settings.nodes, time_ms: settings.time })
    .filter(([, text]) => text.trim() !== "")
    .map(([name, text]) => [name, Number(text)]);
  return {
    ...asked(soFar),
    ...Object.fromEntries(limits),
    ...(settings.algorithm ? { algorithm: settings.algorithm } : {}),
    ...more,
  };
}

/** A search for every move's exact value, within some seconds. */
export function forValues(soFar: SoFar, facts: GameFacts, most: number): Record<string, unknown> {
  const exact = facts.algorithms.some(({ name }) => name === "alpha-beta") ? { algorithm: "alpha-beta" } : {};
  return { ...asked(soFar), ...exact, multi_pv: "all", time_ms: Math.min(4000, most) };
}

/** Whether what is said of moves is proven in this game, since it is searched to the end: selective searches estimate. */
export const isProven = ({ algorithms }: GameFacts): boolean => !algorithms.some(({ name }) => name === "selective");

/** A short search for the best moves and their scores. */
export function forBest(soFar: SoFar, most: number, lines: number): Record<string, unknown> {
  return { ...asked(soFar), multi_pv: lines, time_ms: Math.min(1500, most) };
}

/** How much of a search is done, from 0 to 1; null where its limits do not say. */
export function done(
  body: Record<string, unknown>,
  facts: GameFacts,
  depth: number,
  stats: Stats | null,
  elapsed: number,
): number | null {
  const level = facts.levels.find(({ level }) => level === body.level);
  const parts = [
    fraction(elapsed, body.time_ms),
    fraction(stats?.nodes ?? 0, body.nodes ?? level?.nodes),
    fraction(depth, body.depth ?? level?.depth),
  ].filter((part) => part !== null);
  return parts.length > 0 ? Math.min(1, Math.max(...parts)) : null;
}

function fraction(part: number, of: unknown): number | null {
  return typeof of === "number" && of > 0 ? part / of : null;
}
