// What was played last in this browser, so that the page begins with it, and the picker with it and the ones before.

import { keep, kept } from "../kept";
import { initial, newSeed, type Settings } from "./settings";

export interface Last {
  /** The game's id in the history, and which game it is. */
  id: string;
  game: string;
  settings: Settings;
  /** Whether it has moves and is not over. */
  goesOn: boolean;
}

/** A game's id and title. */
export type Titled = [id: string, title: string];

interface Stored extends Last {
  /** The games that were played, the latest first. */
  recent: Titled[];
}

/** As many games stand first in the picker. */
const MOST = 5;

/** It lasts as long as the page where the browser keeps nothing. */
let stored: Stored | null = read();

function read(): Stored | null {
  try {
    const found = JSON.parse(kept("last") || "null") as Stored | null;
    if (typeof found?.game !== "string" || !Array.isArray(found.recent)) return null;
    // Older versions of this page kept no titles.
    const recent = found.recent.filter((each) => Array.isArray(each));
    return { ...found, recent, settings: { ...initial(), ...found.settings, seed: newSeed() } };
  } catch {
    return null;
  }
}

export const last = (): Last | null => stored;

export const recent = (): readonly Titled[] => stored?.recent ?? [];

export function played(now: Last, title: string): void {
  const others = recent().filter(([game]) => game !== now.game);
  stored = { ...now, recent: [[now.game, title] as Titled, ...others].slice(0, MOST) };
  keep("last", JSON.stringify(stored));
}
