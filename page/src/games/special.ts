// What the look of a few games needs beyond their description. Every other game does without a line here.

import type { Special } from "./additions";
import { variants } from "./chess";
import { draughts } from "./draughts";
import { mancala } from "./mancala";
import { morris } from "./morris";

const SPECIALS: Record<string, Special | undefined> = {
  ...variants,
  "nine-mens-morris": morris,
  kalah: mancala,
  oware: mancala,
  draughts,
  "russian-draughts": draughts,
  "brazilian-draughts": draughts,
};

export const special = (id: string): Special | undefined => SPECIALS[id];
