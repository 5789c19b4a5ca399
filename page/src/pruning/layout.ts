// The layout of a tree: each node has a column of its own, so nothing overlaps.

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

/** The distance of levels, without boards and with them. */
const LEVEL = [112, 150];
/** Margins above the root, below the lowest nodes, and at the sides. */
const [ABOVE, BELOW, BESIDE] = [52, 72, 4];
/** The width of an inner node with its labels, and the gap between subtrees. */
const [INNER, GAP] = [118, 14];
/** The width of an inner node whose children are hidden, and of one with a board. */
const [CLOSED, BOARD] = [70, 76];
const NARROWEST = 320;

/** Lays out a tree whose leaves have this width. A node is over the middle of its children. */
export function layout(root: DrawnNode, leaf: number, boards: boolean): TreeLayout {
  const widths = new Map<string, number>();
  const inside = (drawn: DrawnNode): number => drawn.children.reduce((sum, child) => sum + widths.get(child.id)!, 0);
  const measure = (drawn: DrawnNode): void => {
    drawn.children.forEach(measure);
    const own = boards ? BOARD : drawn.leaf ? leaf : drawn.closed ? CLOSED : INNER;
    const room = Math.max(own, inside(drawn));
    widths.set(drawn.id, drawn.leaf || drawn.closed ? room : room + GAP);
  };
  measure(root);
  const points = new Map<string, Point>();
  let deepest = 0;
  const level = LEVEL[boards ? 1 : 0];
  const put = (drawn: DrawnNode, left: number): void => {
    const width = widths.get(drawn.id)!;
    deepest = Math.max(deepest, drawn.depth);
    points.set(drawn.id, { x: left + width / 2, y: ABOVE + level * drawn.depth });
    let from = left + (width - inside(drawn)) / 2;
    for (const child of drawn.children) {
      put(child, from);
      from += widths.get(child.id)!;
    }
  };
  const used = widths.get(root.id)!;
  const width = Math.max(NARROWEST, used + 2 * BESIDE);
  put(root, (width - used) / 2);
  return { points, width, height: ABOVE + level * deepest + BELOW };
}
