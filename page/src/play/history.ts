// The games that were played here, so that none is lost: kept in the browser, the most recent ones.

import type { Position, ReviewedPly, ReviewSummary, SoFar } from "../wire";
import type { KeptSpent } from "./clock";
import type { Twig } from "./gameTree";
import type { Settings } from "./settings";
import type { Ending } from "./view";

/** A game as it is kept. */
export interface Kept {
  id: string;
  /** When it was changed last, in milliseconds since 1970. */
  time: number;
  game: string;
  title: string;
  start: SoFar;
  twigs: (Twig | null)[];
  /** The children of each node in their order. */
  orders: number[][];
  /** The shown line, and how many of its plies lead to the shown position. */
  line: number[];
  at: number;
  settings: Settings;
  tags: Record<string, string>;
  turned: boolean | null;
  ending?: Ending | null;
  spent?: KeptSpent;
  review: {
    line: number[];
    plies: Map<number, ReviewedPly>;
    summary: ReviewSummary | null;
    /** Games that were kept before mistakes could be learnt from have none. */
    found?: number[];
  } | null;
  /** The board at the end of the main line, for its picture. */
  last: Position;
  /** How it stands, in words. */
  words: string;
}

/** As many games as are kept. */
export const MOST = 50;

const [DATABASE, GAMES, TIMES] = ["plyd", "games", "time"];

export const newId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");

export class History {
  /** The games of this visit: they stay within reach where the browser keeps nothing. */
  private readonly here = new Map<string, Kept>();
  private opened: Promise<IDBDatabase | null> | null = null;
  private writing: Promise<unknown> = Promise.resolve();

  keep(kept: Kept): void {
    this.here.set(kept.id, kept);
    // One after the other, so that an older state never replaces a newer one.
    this.writing = this.writing.then(() => this.store(kept)).catch(() => undefined);
  }

  async find(id: string): Promise<Kept | null> {
    const here = this.here.get(id);
    if (here) return here;
    const database = await this.database();
    if (!database) return null;
    const games = database.transaction(GAMES).objectStore(GAMES);
    return done(games.get(id)).then(
      (found) => (found as Kept | undefined) ?? null,
      () => null,
    );
  }

  /** The games that are kept, the latest first. */
  async list(): Promise<Kept[]> {
    await this.writing;
    const database = await this.database();
    const stored = database
      ? ((await done(database.transaction(GAMES).objectStore(GAMES).getAll()).catch(() => [])) as Kept[])
      : [];
    const all = new Map([...stored, ...this.here.values()].map((kept) => [kept.id, kept]));
    return [...all.values()].sort((a, b) => b.time - a.time).slice(0, MOST);
  }

  async remove(id: string): Promise<void> {
    this.here.delete(id);
    await this.writing;
    const database = await this.database();
    if (database)
      await done(database.transaction(GAMES, "readwrite").objectStore(GAMES).delete(id)).catch(() => undefined);
  }

  private async store(kept: Kept): Promise<void> {
    const database = await this.database();
    if (!database) return;
    const games = database.transaction(GAMES, "readwrite").objectStore(GAMES);
    games.put(kept);
    const ids = (await done(games.index(TIMES).getAllKeys())) as string[];
    for (const id of ids.slice(0, Math.max(0, ids.length - MOST))) games.delete(id);
  }

  /** Null where the browser keeps nothing, as in some private windows. */
  private database(): Promise<IDBDatabase | null> {
    this.opened ??= new Promise((resolve) => {
      try {
        const opening = indexedDB.open(DATABASE, 1);
        opening.onupgradeneeded = () =>
          opening.result.createObjectStore(GAMES, { keyPath: "id" }).createIndex(TIMES, "time");
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => resolve(null);
        opening.onblocked = () => resolve(null);
      } catch {
        resolve(null);
      }
    });
    return this.opened;
  }
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's storage failed"));
  });
}
