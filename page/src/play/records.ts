// What records say, and files.

import type { GameFacts } from "../wire";
import { name } from "../words";

/** Who won, as a record says: the board may not show it, since people resign. */
export function result(tags: Record<string, string>, facts: GameFacts): string | null {
  const text = tags.Result ?? tags.RE ?? "";
  const [, one, other] = /^([012½])(?:\/2)?-([012½])/.exec(text) ?? [];
  if (one === undefined) return null;
  if (one === other || text.startsWith("1/2")) return `A draw, says the record (${text}).`;
  const [first, second] = facts.players;
  return `${name(Number(one) > Number(other) ? first : second, facts)} won, says the record (${text}).`;
}

/** Hands a text to the person as a file. */
export function download(content: BlobPart, name: string, type = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The day as PGN has it: `2026.11.29`. */
export function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
}
