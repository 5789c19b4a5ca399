// Chess's variants: what their states say beside the board, and how they are looked at.

import type { Special } from "./additions";

export const variants: Record<string, Special> = {
  crazyhouse: {
    beside: (state) => {
      const [, held] = /\[(.*)\]/.exec(state)!;
      return { hands: [/[A-Z]/g, /[a-z]/g].map((own) => held.match(own) ?? []) };
    },
  },
  antichess: { uneven: true },
  atomic: {},
  "three-check": {
    counted: "check",
    beside: (state) => ({
      counters: / (\d)\+(\d)/.exec(state)!.slice(1).map(Number),
    }),
  },
  "king-of-the-hill": {},
  horde: { uneven: true },
  "racing-kings": { shared: true },
};

/** The ids of chess's variants. */
export const VARIANTS = Object.keys(variants);
