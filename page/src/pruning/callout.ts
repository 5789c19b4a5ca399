// Where the words about a node stand: beside it, and over as little as possible of what is drawn around it.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Side = "right" | "left" | "below" | "above";

export interface Place {
  x: number;
  y: number;
  side: Side;
}

/** Between a node and its words. */
const AWAY = 12;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const between = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The place for words of a size, within a frame; what is in `read` is covered only if nothing else is free. */
export function placed(
  [width, height]: [number, number],
  node: Box,
  around: Box[],
  frame: Box,
  read: Box[] = [],
): Place {
  const [midX, midY] = [(node.left + node.right) / 2, (node.top + node.bottom) / 2];
  const inX = (x: number) => between(x, frame.left, Math.max(frame.left, frame.right - width));
  const inY = (y: number) => between(y, frame.top, Math.max(frame.top, frame.bottom - height));
  const columns = [midX - width / 2, midX - 24, midX + 24 - width].map(inX);
  const lines = [midY - height / 2, midY - 18, midY + 18 - height].map(inY);
  const beside: [Side, number][] = [
    ["right", node.right + AWAY],
    ["left", node.left - AWAY - width],
  ];
  const places: Place[] = [
    ...beside.flatMap(([side, x]) => lines.map((y): Place => ({ x, y, side }))),
    ...columns.map((x): Place => ({ x, y: node.bottom + AWAY, side: "below" })),
    ...columns.map((x): Place => ({ x, y: node.top - AWAY - height, side: "above" })),
    // Across its corners.
    ...beside.flatMap(([side, x]) => [node.top - AWAY - height, node.bottom + AWAY].map((y) => ({ x, y, side }))),
  ];
  const cost = ({ x, y }: Place) => {
    const own = { left: x, top: y, right: x + width, bottom: y + height };
    const outside = width * height - overlap(own, frame);
    const covered = (boxes: Box[]) => boxes.reduce((sum, each) => sum + overlap(own, each), 0);
    return 4 * outside + 4 * covered([node, ...read]) + covered(around);
  };
  const best = places.reduce((best, each) => (cost(each) < cost(best) ? each : best));
  // What is outside on every side is moved into the frame, over the node if need be.
  return { ...best, x: inX(best.x), y: inY(best.y) };
}
