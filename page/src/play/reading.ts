// Games as texts that come in: this is loaded with the first one.

import { ask, game, position as describe, Problem } from "../ask";
import * as link from "../link";
import type { GameFacts, Index, RecordLine, SoFar, State } from "../wire";
import { number } from "../words";
import { straight, type Twig } from "./gameTree";
import { asked } from "./settings";
import { twigsOf } from "./variations";

export interface Opened {
  game: GameFacts;
  soFar: SoFar;
  /** The game with its variations. */
  twigs: (Twig | null)[];
  /** The players' names and the like, where a record has them; the result too. */
  tags: Record<string, string>;
  /** How many games the text has. */
  games: number;
  /** What the server left out or corrected. */
  warnings: string[];
}

interface ReadRecord extends RecordLine {
  state: State;
  games: number;
  tags: Record<string, string>;
  result: string | null;
  warnings: string[];
}

/** Texts that begin like a PGN, PDN or SGF, number their moves, or have several lines. */
const LIKE_A_RECORD = /^\s*(\[[A-Za-z]|\(;)|(^|\s)1\.\s*\S|\S\s*\n\s*\S/;
/** Words, numbers and moves of KIF, and moves of CSA's format: records of shogi as Japan's programs write them. */
const LIKE_KIFU = /手合割|先手：|上手：|手数-|[１-９同][一二三四五六七八九　]|^[+-]\d{4}[A-Z]{2}/m;
/** Moves without anything between them. */
const LIKE_A_TRANSCRIPT = /^\s*(\d{2,}|([a-z]\d+){2,})\s*$/i;

/**
 * A position or a whole game, in any spelling that the server reads. The likelier reading's error is the one told, unless
 * the text is a game of another kind.
 */
export async function understood(
  facts: GameFacts,
  others: () => Promise<GameFacts[]>,
  text: string,
  index: number,
  signal: AbortSignal,
): Promise<Opened> {
  const asState = async (): Promise<Opened> => {
    const soFar: SoFar = { state: link.state(text), moves: [] };
    await describe(facts.id, asked(soFar), signal);
    return { game: facts, soFar, twigs: straight([]), tags: {}, games: 1, warnings: [] };
  };
  const isRecord = LIKE_A_RECORD.test(text);
  const transcripts = facts.record_formats?.includes("transcript") && LIKE_A_TRANSCRIPT.test(text);
  if (text.trim() === "" || !facts.record_formats?.length) return asState();
  const asRecord = () => readRecord(facts, text, index, signal);
  const [first, second] = isRecord || transcripts ? [asRecord, asState] : [asState, asRecord];
  try {
    return await first();
  } catch (error) {
    if (!wrong(error)) throw error;
    const found = await second().catch(() => null);
    if (found) return found;
    const elsewhere = isRecord ? await another(facts, await others(), text, index, signal) : null;
    if (elsewhere) return elsewhere;
    throw error;
  }
}

const wrong = (error: unknown): boolean =>
  error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429;

const reading = (facts: GameFacts, record: string, index: number, signal: AbortSignal): Promise<ReadRecord> =>
  ask<ReadRecord>(game(facts.id, "record"), { record, ...(index > 0 ? { game_index: index } : {}) }, signal);

async function readRecord(facts: GameFacts, text: string, index: number, signal: AbortSignal): Promise<Opened> {
  const read = await reading(facts, text, index, signal);
  const { state, moves, tags, result, games, warnings } = read;
  return {
    game: facts,
    soFar: { state, moves },
    twigs: twigsOf(read),
    tags: { ...tags, ...(result && result !== "*" ? { Result: result } : {}) },
    games,
    warnings,
  };
}

/** What tells one of several games from the others: its players, result, event and date. */
export async function titled(facts: GameFacts, text: string, index: number, signal: AbortSignal): Promise<string> {
  const { tags, result, moves } = await reading(facts, text, index, signal);
  const [white, black] = [tags.White ?? tags.PW, tags.Black ?? tags.PB];
  const players = white || black ? `${white ?? "?"} – ${black ?? "?"}` : `${number(moves.length)} plies`;
  const rest = [result, tags.Event ?? tags.EV, tags.Date ?? tags.DT].filter((part) => part && !/^[?*]/.test(part));
  return [players, ...rest].join(" ");
}

/** The first other game that reads a record. */
async function another(
  { id }: GameFacts,
  games: GameFacts[],
  text: string,
  index: number,
  signal: AbortSignal,
): Promise<Opened | null> {
  const format = /^\s*\(;/.test(text) ? ["sgf"] : LIKE_KIFU.test(text) ? ["kif", "csa"] : ["pgn", "pdn"];
  const has = (each: GameFacts) => each.record_formats?.some((known) => format.includes(known));
  // Every game reads tags and moves, but most such texts are of a game whose usual format this is.
  const isUsual = (each: GameFacts) => format.includes(each.record_formats?.[0] ?? "");
  const likely = games.filter((each) => each.id !== id && has(each));
  for (const each of [...likely.filter(isUsual), ...likely.filter((each) => !isUsual(each))]) {
    try {
      const found = await readRecord(each, text, index, signal);
      // The tag says the game if plyd has written the record.
      if (games.some((other) => other.id !== each.id && other.id === found.tags.Game)) continue;
      // A record without moves says nothing about its game.
      if (found.soFar.moves.length > 0) return found;
    } catch (error) {
      if (!wrong(error)) throw error;
    }
  }
  return null;
}

/**
 * A file's text. It is refused unread where it is longer than any record that the server reads, and if it is no text: that
 * has none of the control characters of binary files. Records of shogi are often in Shift JIS, and other old records in
 * Latin-1.
 */
export async function contents(file: File, { caps }: Index): Promise<string> {
  const most = Number(caps.max_record_bytes ?? caps.max_body_bytes);
  if (file.size > most) throw new Error(`The file has ${number(file.size)} bytes; the limit is ${number(most)}.`);
  const bytes = await file.arrayBuffer();
  if (new Uint8Array(bytes).some((byte) => byte < 32 && !TEXTUAL.includes(byte)))
    throw new Error(`${file.name}: this is not a text file.`);
  const decoded = (encoding: string) => {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  };
  const utf8 = decoded("utf-8");
  if (utf8 !== null) return utf8;
  const japanese = decoded("shift_jis");
  return japanese && LIKE_KIFU.test(japanese) ? japanese : new TextDecoder("latin1").decode(bytes);
}

/** Tab, line feed, vertical tab, form feed, carriage return, and the end of a file of DOS. */
const TEXTUAL = [9, 10, 11, 12, 13, 26];
