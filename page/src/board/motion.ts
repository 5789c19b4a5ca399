// How pieces move from one position to the next.

import type { Cell, Content } from "../wire";

/** More pieces than this at once are a jump through the game, not a move. */
const MOST = 4;
const SLIDE_MS = 150;

export interface Slide {
  from: Cell;
  to: Cell;
}

interface Found {
  cell: Cell;
  letter: Content;
}

/** The pieces that left one cell and stand on another: the same letter, or the only piece that was promoted. */
export function slides(before: Content[][], after: Content[][], falling: boolean): Slide[] {
  if (before.length !== after.length || before[0].length !== after[0].length) return [];
  let gone: Found[] = [];
  const come: Found[] = [];
  before.forEach((row, r) =>
    row.forEach((old, c) => {
      const now = after[r][c];
      if (old === now) return;
      if (old !== null) gone.push({ cell: [r, c], letter: old });
      if (now !== null) come.push({ cell: [r, c], letter: now });
    }),
  );
  if ([...gone, ...come].some(({ letter }) => typeof letter === "number")) return [];
  if (falling && gone.length === 0 && come.length === 1) {
    const [{ cell }] = come;
    return [{ from: [-1, cell[1]], to: cell }];
  }
  const moved: Slide[] = [];
  const rest = come.filter(({ cell, letter }) => {
    const near = gone
      .filter((each) => each.letter === letter)
      .sort((a, b) => apart(a.cell, cell) - apart(b.cell, cell));
    if (near.length === 0) return true;
    moved.push({ from: near[0].cell, to: cell });
    gone = gone.filter((each) => each !== near[0]);
    return false;
  });
  // A piece that is taken leaves the cell of its taker.
  gone = gone.filter(({ cell }) => !come.some((each) => apart(each.cell, cell) === 0));
  if (rest.length === 1 && moved.length === 0 && gone.length === 1)
    moved.push({ from: gone[0].cell, to: rest[0].cell });
  return moved.length > MOST ? [] : moved;
}

const apart = (a: Cell, b: Cell): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Slides a piece to its place from so far away, unless less motion is wanted. */
export function slide(piece: Element | null | undefined, dx: number, dy: number): void {
  if (!piece || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  piece.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
    duration: SLIDE_MS,
    easing: "ease-out",
  });
}
