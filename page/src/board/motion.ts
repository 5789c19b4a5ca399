// How pieces move from one position to the next.

import type { Cell, Content } from "../wire";
import type { Geometry } from "./geometry";

/** More pieces than this at once are another place in the game, not a move. */
const MOST = 4;
const STEP_MS = 150;

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

/** Pieces that change sides where they lie. */
export function turns(before: Content[][], after: Content[][]): Cell[] {
  if (before.length !== after.length) return [];
  return after.flatMap((row, r) =>
    row.flatMap((now, c): Cell[] => {
      const old = before[r]?.[c];
      return typeof old === "string" && typeof now === "string" && old !== now ? [[r, c]] : [];
    }),
  );
}

interface Circumstances {
  /** The cell where a piece was dropped by hand: it lies there already. */
  dropped: Cell | null;
  /** The cells of the last move. */
  way: Cell[];
  falling: boolean;
  /** The pits that seeds went into, in order. */
  sown: Cell[];
}

/** Shows how one position came from another, unless less motion is wanted. */
export function animate(
  before: Content[][],
  after: Content[][],
  geometry: Geometry,
  piece: (cell: Cell) => Element | undefined,
  { dropped, way, falling, sown }: Circumstances,
): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const moved = slides(before, after, falling);
  for (const { from, to } of moved) {
    if (dropped && apart(dropped, to) === 0) continue;
    // A piece that jumped goes from cell to cell.
    const jumped = way.length > 2 && apart(way[0], from) === 0 && apart(way.at(-1)!, to) === 0;
    const spots = (jumped ? way : [from, to]).map((cell) => geometry.spot(cell));
    const end = spots.at(-1);
    if (!end || spots.includes(null)) continue;
    piece(to)?.animate(
      spots.map((spot) => ({ transform: `translate(${spot!.x - end.x}px, ${spot!.y - end.y}px)` })),
      { duration: STEP_MS * (spots.length - 1), easing: "ease-out" },
    );
  }
  // As many as a whole side are another game.
  const placed = dropped !== null || moved.length <= 1;
  if (placed)
    for (const cell of turns(before, after).filter((cell) => !moved.some(({ to }) => apart(to, cell) === 0)))
      piece(cell)?.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: STEP_MS });
  sown.forEach((cell, i) =>
    piece(cell)?.animate([{ opacity: 0.15, transform: "scale(0.8)" }, { transform: "scale(1.12)" }, {}], {
      duration: STEP_MS,
      delay: (STEP_MS / 2) * i,
      fill: "backwards",
    }),
  );
}
