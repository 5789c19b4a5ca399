// Games as texts: what was pasted, and what is taken along.

import { ask, game, position as describe, Problem } from "../ask";
import * as link from "../link";
import type { GameFacts, Index, SoFar } from "../wire";
import { number } from "../words";
import { asked } from "./settings";

export interface Opened {
  soFar: SoFar;
  /** The players' names and the like, where a record has them. */
  tags: Record<string, string>;
}

/** Texts that begin like a PGN, PDN or SGF, number their moves, or have several lines. */
const LIKE_A_RECORD = /^\s*(\[[A-Za-z]|\(;)|(^|\s)1\.\s*\S|\S\s*\n\s*\S/;
/** Moves without anything between them. */
const LIKE_A_TRANSCRIPT = /^\s*(\d{2,}|([a-z]\d+){2,})\s*$/i;

/** A position or a whole game, in any spelling that the server reads. The likelier reading's error is the one told. */
export async function understood(facts: GameFacts, text: string, signal: AbortSignal): Promise<Opened> {
  const asState = async (): Promise<Opened> => {
    const soFar: SoFar = { state: link.state(text), moves: [] };
    await describe(facts.id, asked(soFar), signal);
    return { soFar, tags: {} };
  };
  const asRecord = async (): Promise<Opened> => {
    const { state, moves, tags } = await ask<SoFar & { tags: Record<string, string> }>(
      game(facts.id, "record"),
      { record: text },
      signal,
    );
    return { soFar: { state, moves }, tags };
  };
  const transcripts = facts.record_formats?.includes("transcript") && LIKE_A_TRANSCRIPT.test(text);
  if (text.trim() === "" || !facts.record_formats?.length) return asState();
  const [first, second] = LIKE_A_RECORD.test(text) || transcripts ? [asRecord, asState] : [asState, asRecord];
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) throw error;
    return second().catch(() => Promise.reject(error));
  }
}

/** A file's text. It is refused unread where it is longer than any record that the server reads. */
export async function contents(file: File, { caps }: Index): Promise<string> {
  const most = Number(caps.max_record_bytes ?? caps.max_body_bytes);
  if (file.size > most) throw new Error(`The file has ${number(file.size)} bytes, at most ${number(most)} are read.`);
  return file.text();
}

/** The game as a record. */
export async function record(
  facts: GameFacts,
  soFar: SoFar,
  format: string,
  tags: Record<string, string>,
  signal: AbortSignal,
): Promise<string> {
  const named = format === "pgn" || format === "pdn" ? { tags } : {};
  const body = { ...asked({ state: soFar.state, moves: soFar.moves }), format, ...named };
  return (await ask<{ record: string }>(game(facts.id, "record/write"), body, signal)).record;
}

/** Hands a text to the person as a file. */
export function download(text: string, name: string, type = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
