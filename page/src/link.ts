// Links to positions. They follow the #, so the server never sees them.

import type { SoFar, State } from "./wire";

export type Tab = "play" | "pruning" | "rules" | "run";

export interface Link {
  tab: Tab;
  game: string | null;
  options: URLSearchParams;
}

/** Reads `#play/chess?state=…&moves=e2e4,e7e5`. */
export function read(hash: string): Link {
  const [path, query] = split(hash.replace(/^#\/?/, ""), "?");
  const [tab, game] = split(path, "/");
  return {
    tab: tab === "pruning" || tab === "rules" || tab === "run" ? tab : "play",
    game: game ? decode(game) : null,
    options: new URLSearchParams(query),
  };
}

/** Writes what `read` reads, with as little escaping as a link bears. */
export function write(tab: Tab, game?: string, options: Record<string, string | undefined> = {}): string {
  const query = Object.entries(options)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(value!).replace(/%(2F|2C|3A|20|40|5B|5D)/g, readable)}`);
  return `#${tab}${game ? `/${encodeURIComponent(game)}` : ""}${query.length ? `?${query.join("&")}` : ""}`;
}

/** A link as another page takes it. */
export const whole = (link: string): string => location.origin + location.pathname + link;

const readable = (code: string): string => (code === "%20" ? "+" : decodeURIComponent(code));

/** The position that a link names; without `state` it is the game's start. */
export function position(options: URLSearchParams): SoFar {
  const moves = options.get("moves");
  const soFar: SoFar = { state: state(options.get("state")), moves: moves ? moves.split(",") : [] };
  return options.get("draws") === "automatic" ? { ...soFar, draws: "automatic" } : soFar;
}

/** Converts a typed state for a request: text, or JSON for the game whose states are trees. */
export function state(text: string | null): State {
  if (text === null) return undefined;
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (/^[[{]/.test(trimmed) || /^-?\d+$/.test(trimmed)) {
    try {
      const value: unknown = JSON.parse(trimmed);
      if (typeof value === "object") return value;
    } catch {
      // Not JSON: sent as text, so that the server reports the error.
    }
  }
  return trimmed;
}

/** The opposite of `state`. */
export function text(state: State): string {
  return typeof state === "string" ? state : state === undefined ? "" : JSON.stringify(state);
}

function split(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
