// The looks that a person may choose: the scheme of the whole page, the colours of boards, and what stands on pieces.

import { keep, kept } from "./kept";

const LOOKS = ["scheme", "board", "pieces"] as const;

export type Look = (typeof LOOKS)[number];

/** What was chosen; empty for the usual. */
export const chosen = (look: Look): string => kept(look);

export function choose(look: Look, value: string): void {
  keep(look, value);
  apply(look, value);
}

function apply(look: Look, value: string): void {
  if (value) document.documentElement.dataset[look] = value;
  else delete document.documentElement.dataset[look];
}

export function applyLooks(): void {
  for (const look of LOOKS) apply(look, chosen(look));
}
