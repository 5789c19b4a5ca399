// The layout of a tree. Each node has a column of its own, so nothing overlaps; many small siblings share columns, in
// several rows, where a tree is wider than its frame and lower than it.

import type { DrawnNode } from "./walk";

export interface Point {
  x: number;
  y: number;
}

export interface TreeLayout {
  points: Map<string, Point>;
  width: number;
  height: number;
}

/** What the sizes of nodes depend on. */
export interface Form {
  /** The most characters of a leaf's value, and of a leaf's label. */
  value: number;
  label: number;
  boards: boolean;
}

/** A layout and its scale. `text` is how much larger letters are than usual, so that they can be read at this scale. */
export interface Fitted extends TreeLayout {
  scale: number;
  text: number;
}

/** The distance of levels, without boards and with them. */
const LEVEL = [116, 150];
/** Margins above the root, below the lowest nodes, and at the sides. */
const [ABOVE, BELOW, BESIDE] = [52, 56, 4];
const GAP = 14;
/** The width of a node with a board. */
const BOARD = 76;
const NARROWEST = 320;

/** The size of the smallest letters in a drawing, and the least at which they are shown. */
const [LETTERS, READABLE] = [13, 11];
/** The largest scale at first; and how large letters may become in a small drawing before it is left larger than its frame. */
const [ENLARGED, MOST_TEXT] = [1.6, 2];
const MOST_ROWS = 4;
/** Fewer siblings stand in one row. */
const MANY = 6;

/** The width of a leaf's box. */
export const boxOf = ({ value }: Form, text: number): number => Math.max(38, 12 + 8.5 * value * text);

/** Half the width of an inner node, whose triangle has room for its value. */
export const halfOf = ({ value }: Form, text: number): number => Math.max(30, 6.6 * value * text);

/** Fits a tree into a frame, in as many rows as make it largest. */
export function fitted(root: DrawnNode, form: Form, [across, down]: [number, number]): Fitted {
  const least = READABLE / LETTERS;
  const tried = Array.from({ length: form.boards ? 1 : MOST_ROWS }, (_, i): Fitted => {
    let text = 1;
    // Larger letters need wider columns, and make the scale smaller again.
    for (let round = 0; ; round++) {
      const made = layout(root, form, i + 1, text);
      const scale = Math.min(ENLARGED, across / made.width, down / made.height);
      const needed = Math.min(MOST_TEXT, least / scale);
      if (needed <= text || round === 3) return { ...made, scale: Math.max(scale, least / text), text };
      text = needed;
    }
  });
  const readable = tried.find((each) => each.scale >= 1 && each.text === 1);
  if (readable) return readable;
  const fits = (each: Fitted) => Math.min(1, across / (each.width * each.scale), down / (each.height * each.scale));
  return tried.reduce((best, each) => {
    const [one, other] = [fits(best), fits(each)];
    return other > one + 0.01 || (other > one - 0.01 && each.scale > 1.05 * best.scale) ? each : best;
  });
}

/** Lays out a tree. A node is over the middle of its children. */
export function layout(root: DrawnNode, form: Form, rows: number, text: number): TreeLayout {
  const { boards, label } = form;
  const leaf = Math.max(boxOf(form, text) + 6, 8 + 9 * label * text);
  const closed = Math.max(2 * halfOf(form, text) + 8, 12 + 9 * label * text);
  const open = 2 * halfOf(form, text) + 60 * text;
  const small = (drawn: DrawnNode) => !boards && (drawn.leaf || (drawn.closed ?? false));
  const own = (drawn: DrawnNode) => (boards ? BOARD : drawn.leaf ? leaf : drawn.closed ? closed : open);
  const row = (drawn: DrawnNode) => (drawn.leaf ? 40 : 52) + 17 * text;

  const widths = new Map<string, number>();
  const starts = new Map<string, number>();
  const inRow = new Map<string, number>();
  const extra: number[] = [];
  /** Gives the children their places from the left, and returns how wide they are together. */
  const measure = (drawn: DrawnNode): void => {
    drawn.children.forEach(measure);
    let used = 0;
    for (let at = 0; at < drawn.children.length;) {
      let end = at;
      while (end < drawn.children.length && small(drawn.children[end])) end++;
      const run = drawn.children.slice(at, Math.max(end, at + 1));
      const count = run.length >= MANY ? rows : 1;
      // Nodes of one row are as far apart as ever; the first and the last need their whole width too.
      const rim = count > 1 ? (own(run[0]) * (1 - 1 / count)) / 2 : 0;
      used += rim;
      for (const [i, child] of run.entries()) {
        const width = widths.get(child.id)! / count;
        starts.set(child.id, used + width / 2);
        inRow.set(child.id, i % count);
        used += width;
        extra[child.depth] = Math.max(extra[child.depth] ?? 0, (count - 1) * row(child));
      }
      used += rim;
      at += run.length;
    }
    const room = Math.max(own(drawn), used);
    for (const child of drawn.children) starts.set(child.id, starts.get(child.id)! - used / 2);
    widths.set(drawn.id, small(drawn) || (boards && drawn.leaf) ? room : room + GAP);
  };
  measure(root);

  const level = LEVEL[boards ? 1 : 0];
  const tops = [ABOVE];
  const points = new Map<string, Point>();
  let lowest = 0;
  const put = (drawn: DrawnNode, x: number): void => {
    const top = (tops[drawn.depth] ??= tops[drawn.depth - 1] + level + (extra[drawn.depth - 1] ?? 0));
    const y = top + (inRow.get(drawn.id) ?? 0) * row(drawn);
    lowest = Math.max(lowest, y);
    points.set(drawn.id, { x, y });
    for (const child of drawn.children) put(child, x + starts.get(child.id)!);
  };
  const used = widths.get(root.id)!;
  const width = Math.max(NARROWEST, used + 2 * BESIDE);
  put(root, width / 2);
  return { points, width, height: lowest + (boards ? BELOW + 30 : BELOW + 8 * (text - 1)) };
}
