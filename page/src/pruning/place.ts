// Where the nodes of a tree are drawn.

import type { Twig } from "./walk";

export interface Place {
  x: number;
  y: number;
}

export interface Plan {
  places: Map<string, Place>;
  width: number;
  height: number;
}

const LEVEL = 112;
/** From the top to the root, from the lowest nodes to the bottom, and at the sides. */
const [ABOVE, BELOW, BESIDE] = [46, 62, 4];
/** The room of an inner node with what is written beside it, and the air between families. */
const [INNER, AIR] = [118, 14];
const NARROWEST = 320;

/** Each node has room of its own, as wide as it or its children need, and stands in the middle: nothing can overlap. */
export function place(root: Twig, leaf: number): Plan {
  const widths = new Map<string, number>();
  const inside = (twig: Twig): number => twig.children.reduce((sum, child) => sum + widths.get(child.id)!, 0);
  const measure = (twig: Twig): void => {
    twig.children.forEach(measure);
    const room = twig.leaf ? leaf : Math.max(INNER, inside(twig));
    widths.set(twig.id, twig.leaf ? room : room + AIR);
  };
  measure(root);
  const places = new Map<string, Place>();
  let deepest = 0;
  const put = (twig: Twig, left: number): void => {
    const width = widths.get(twig.id)!;
    deepest = Math.max(deepest, twig.depth);
    places.set(twig.id, { x: left + width / 2, y: ABOVE + LEVEL * twig.depth });
    let from = left + (width - inside(twig)) / 2;
    for (const child of twig.children) {
      put(child, from);
      from += widths.get(child.id)!;
    }
  };
  const used = widths.get(root.id)!;
  const width = Math.max(NARROWEST, used + 2 * BESIDE);
  put(root, (width - used) / 2);
  return { places, width, height: ABOVE + LEVEL * deepest + BELOW };
}
