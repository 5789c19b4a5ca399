// The geometry of boards: the spot of each cell in every layout, in hundredths of a cell.

import type { Borders, Cell, Content, Layout } from "../wire";

export type Shape = "square" | "hex" | "point" | "pit" | "store" | "heap" | "dot" | "across" | "upright" | "box";

export interface Spot {
  cell: Cell;
  shape: Shape;
  /** The middle, and the size. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Geometry {
  spots: Spot[];
  width: number;
  height: number;
  /** The middle of each column and row, for their names. */
  columns: number[];
  rows: number[];
  /** Where rows begin, and where columns end. */
  starts: number[];
  ends: number[];
  /** The spot of a cell, also of one beside the board. */
  spot: (cell: Cell) => Omit<Spot, "cell"> | null;
}

const UNIT = 100;
/** Three quarters of a hexagon's height, one of width 100 standing on its point. */
const HEX_STEP = UNIT * Math.sin(Math.PI / 3);
/** The thin rows and columns of a board of edges. */
const THIN = 28;
/** The width and the height of a heap. */
const [HEAP, PILE] = [150, 190];

/** How a board is looked at. */
export interface Look {
  /** Turned half round; a board that discs fall down in is seen from behind. */
  flip: boolean;
  wells?: boolean;
  /** For screens that are higher than wide: stores above and below their houses, hexagons on their sides. */
  stacked?: boolean;
}

/** Lays out a matrix; `lines` say which points there are, and `absent` cells have no spot. */
export function lay(
  layout: Layout,
  board: Content[][],
  lines: [Cell, Cell][] | null | undefined,
  { flip, wells, stacked }: Look,
  absent?: Cell[] | null,
): Geometry {
  const height = board.length;
  const width = Math.max(...board.map((row) => row.length));
  const gaps = new Set(absent?.map(String));
  const isThere = (cell: Cell) => !gaps.has(String(cell));
  const across = Array.from({ length: width }, (_, c) => c);
  const down = Array.from({ length: height }, (_, r) => r);
  /** The lowest cell of a column, and the leftmost of a row, as the board is seen. */
  const foot = (c: number): Cell => [down.filter((r) => isThere([r, c])).at(flip ? 0 : -1) ?? 0, c];
  const head = (r: number): Cell => [r, across.filter((c) => isThere([r, c])).at(flip ? -1 : 0) ?? 0];
  const turned = ([row, column]: Cell): Cell =>
    flip ? [wells ? row : height - 1 - row, width - 1 - column] : [row, column];
  const spotOf = (stacked && STACKED[layout]) || SPOTS[layout];
  const placed = board.flatMap((row, r) =>
    row.flatMap((_, c): Spot[] => {
      const spot = isThere([r, c]) ? spotOf(turned([r, c]), { height, width, cell: [r, c] }) : null;
      return spot === null || (layout === "points" && isOff([r, c], lines)) ? [] : [{ cell: [r, c], ...spot }];
    }),
  );
  // Without its absent cells, a board may begin further right or below.
  const left = gaps.size ? Math.min(...placed.map((spot) => spot.x - spot.width / 2)) : 0;
  const top = gaps.size ? Math.min(...placed.map((spot) => spot.y - spot.height / 2)) : 0;
  const moved = <S extends { x: number; y: number }>(spot: S): S => ({ ...spot, x: spot.x - left, y: spot.y - top });
  const spots = placed.map(moved);
  const middle = (cell: Cell) => {
    const spot = spotOf(turned(cell), { height, width, cell });
    return spot && moved(spot);
  };
  const bottom = Math.max(...spots.map((spot) => spot.y + spot.height / 2));
  const ends = (c: number) => {
    const last = layout === "hexes" && middle(foot(c));
    return last ? last.y + last.height / 2 : bottom;
  };
  /** Where a hexagon has a neighbour below it at the left alone, the name of its column makes room for that. */
  const room = (c: number) => (layout === "hexes" && foot(c)[0] !== (flip ? 0 : height - 1) ? UNIT / 4 : 0);
  /** The same for the name of a row on a board that stands upright. */
  const rise = (r: number) => (stacked && layout === "hexes" && head(r)[1] !== (flip ? width - 1 : 0) ? UNIT / 4 : 0);
  return {
    spots,
    spot: middle,
    ends: across.map(ends),
    width: Math.max(...spots.map((spot) => spot.x + spot.width / 2)),
    height: bottom,
    columns: across.map((c) => (middle(foot(c))?.x ?? UNIT * (turned([0, c])[1] + 0.5)) + room(c)),
    rows: down.map((r) => (middle(head(r))?.y ?? UNIT * (turned([r, 0])[0] + 0.5)) - rise(r)),
    starts: down.map((r) => {
      const first = middle(head(r));
      return first ? first.x - first.width / 2 : 0;
    }),
  };
}

interface Matrix {
  height: number;
  width: number;
  cell: Cell;
}

type SpotOf = (at: Cell, matrix: Matrix) => Omit<Spot, "cell"> | null;

const square =
  (shape: Shape): SpotOf =>
  ([row, column]) => ({ shape, x: UNIT * (column + 0.5), y: UNIT * (row + 0.5), width: UNIT, height: UNIT });

const SPOTS: Record<Layout, SpotOf> = {
  squares: square("square"),
  cells: square("square"),
  points: square("point"),
  heaps: ([row, column]) => ({
    shape: "heap",
    x: HEAP * (column + 0.5),
    y: PILE * (row + 0.5),
    width: HEAP,
    height: PILE,
  }),
  hexes: ([row, column]) => ({
    shape: "hex",
    x: UNIT * (column + 0.5 + row / 2),
    y: HEX_STEP * row + UNIT / Math.sqrt(3),
    width: UNIT,
    height: (2 * UNIT) / Math.sqrt(3),
  }),
  // The first and the last column are stores, as high as both rows; the upper row stands for both.
  pits: ([row, column], { height, width, cell }) => {
    const store = cell[1] === 0 || cell[1] === width - 1;
    if (store && cell[0] > 0) return null;
    const y = store ? height / 2 : row + 0.5;
    return {
      shape: store ? "store" : "pit",
      x: UNIT * (column + 0.5),
      y: UNIT * y,
      width: UNIT,
      height: store ? UNIT * height : UNIT,
    };
  },
  edges: ([row, column]) => {
    const at = (i: number) => Math.ceil(i / 2) * THIN + Math.floor(i / 2) * UNIT;
    const size = (i: number) => (i % 2 === 0 ? THIN : UNIT);
    const shape = row % 2 === 0 ? (column % 2 === 0 ? "dot" : "across") : column % 2 === 0 ? "upright" : "box";
    return {
      shape,
      x: at(column) + size(column) / 2,
      y: at(row) + size(row) / 2,
      width: size(column),
      height: size(row),
    };
  },
};

/** Houses as wide as the board, their stores as bars above and below. */
const stackedPit: SpotOf = ([row, column], { width, cell }) => {
  const store = cell[1] === 0 || cell[1] === width - 1;
  if (!store) return { shape: "pit", x: UNIT * (column - 0.5), y: UNIT * (row + 1.5), width: UNIT, height: UNIT };
  if (cell[0] > 0) return null;
  const y = column === 0 ? 0.5 : 3.5;
  return { shape: "store", x: (UNIT * (width - 2)) / 2, y: UNIT * y, width: UNIT * (width - 2), height: UNIT };
};

/** The rhombus of hexagons turned by 30 degrees: two of its sides stand upright, and it is higher than wide. */
const uprightHex: SpotOf = ([row, column]) => ({
  shape: "hex",
  x: HEX_STEP * column + UNIT / Math.sqrt(3),
  y: UNIT * (row + 0.5 + column / 2),
  width: (2 * UNIT) / Math.sqrt(3),
  height: UNIT,
});

const STACKED: Partial<Record<Layout, SpotOf>> = { pits: stackedPit, hexes: uprightHex };

/** Whether a cell is none of the points, which are the ends of lines and where they cross. */
function isOff(cell: Cell, lines: [Cell, Cell][] | null | undefined): boolean {
  if (!lines?.length) return false;
  const met = lines.filter((line) => isOn(cell, line));
  const isEnd = met.some((line) => line.some(([row, column]) => row === cell[0] && column === cell[1]));
  return !isEnd && !met.some((line) => !isParallel(line, met[0]));
}

/** Whether a cell lies on a straight line from one cell to another, the ends included. */
function isOn([row, column]: Cell, [[top, left], [bottom, right]]: [Cell, Cell]): boolean {
  const between = (value: number, a: number, b: number) => Math.min(a, b) <= value && value <= Math.max(a, b);
  const aligned = (row - top) * (right - left) === (column - left) * (bottom - top);
  return aligned && between(row, top, bottom) && between(column, left, right);
}

function isParallel([a, b]: [Cell, Cell], [c, d]: [Cell, Cell]): boolean {
  return (b[0] - a[0]) * (d[1] - c[1]) === (b[1] - a[1]) * (d[0] - c[0]);
}

/** The lines of a board of points: those that the game lists, or those of a whole grid. */
export function grid(board: Content[][], lines: [Cell, Cell][] | null | undefined): [Cell, Cell][] {
  if (lines?.length) return lines;
  const bottom = board.length - 1;
  const right = board[0].length - 1;
  return [
    ...board.map((_, r): [Cell, Cell] => [
      [r, 0],
      [r, right],
    ]),
    ...board[0].map((_, c): [Cell, Cell] => [
      [0, c],
      [bottom, c],
    ]),
  ];
}

/** The nearest spot that an arrow key leads to from another: what lies ahead, and as little aside as can be. */
export function toward(spots: Spot[], from: Spot, right: number, down: number): Spot {
  let best = from;
  let nearest = Infinity;
  for (const spot of spots) {
    const ahead = (spot.x - from.x) * right + (spot.y - from.y) * down;
    const aside = Math.abs((spot.x - from.x) * down) + Math.abs((spot.y - from.y) * right);
    if (ahead <= 1 || aside > ahead * 2) continue;
    const distance = ahead + 2 * aside;
    if (distance < nearest) [best, nearest] = [spot, distance];
  }
  return best;
}

/** Whether a cell lies in the rectangle from one cell at the top left to another. */
export const isIn = ([row, column]: Cell, [[top, left], [bottom, right]]: [Cell, Cell]): boolean =>
  top <= row && row <= bottom && left <= column && column <= right;

/**
 * The corners of a square, or of a hexagon: clockwise, from the top or the top left. A hexagon that lies on its side is
 * one that stands on its point turned by 30 degrees, and so are its corners.
 */
function corners({ x, y, width, height, shape }: Spot): [number, number][] {
  const [w, h] = [width / 2, height / 2];
  const around =
    shape === "hex" && width > height
      ? [
          [w / 2, -h],
          [w, 0],
          [w / 2, h],
          [-w / 2, h],
          [-w, 0],
          [-w / 2, -h],
        ]
      : shape === "hex"
        ? [
            [0, -h],
            [w, -h / 2],
            [w, h / 2],
            [0, h],
            [-w, h / 2],
            [-w, -h / 2],
          ]
        : [
            [-w, -h],
            [w, -h],
            [w, h],
            [-w, h],
          ];
  return around.map(([dx, dy]) => [x + dx, y + dy]);
}

const points = (list: [number, number][]): string => list.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** The outline of a cell. */
export const outline = (spot: Spot): string => points(corners(spot));

/** The corners of its outer cells that an edge of the board runs along, in its cells' order. */
const ALONG: Record<"hex" | "square", Record<keyof Borders, number[]>> = {
  hex: { top: [5, 0, 1], right: [1, 2], bottom: [4, 3, 2], left: [5, 4] },
  square: { top: [0, 1], right: [1, 2], bottom: [3, 2], left: [0, 3] },
};

/** The line along an edge of a board of squares or hexagons. */
export function border(edge: keyof Borders, spots: Spot[], flip: boolean): string {
  const [bottom, right] = [0, 1].map((i) => Math.max(...spots.map(({ cell }) => cell[i])));
  const outer = spots.filter(
    ({ cell: [row, column] }) => ({ top: row, left: column, bottom: bottom - row, right: right - column })[edge] === 0,
  );
  return points(
    outer.flatMap((spot) => {
      const all = corners(spot);
      const turn = flip ? all.length / 2 : 0;
      return ALONG[spot.shape === "hex" ? "hex" : "square"][edge].map((i) => all[(i + turn) % all.length]);
    }),
  );
}
