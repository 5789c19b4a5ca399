// The parts of a board under and around the cells.

import type { JSX } from "preact";
import { special } from "../games/special";
import type { Area, Borders, Cell, Content, GameFacts, Layout, Position } from "../wire";
import { border, grid, type Geometry } from "./geometry";
import { isAmong } from "./highlights";
import { squareNumber } from "./naming";
import { emblem, Mark, sideTone } from "./pieces";

export type Lines = [Cell, Cell][] | null | undefined;

/** Under the cells: lines of a board of points, dots of a board of edges. */
export function Ground({
  layout,
  geometry,
  board,
  lines,
}: {
  layout: Layout;
  geometry: Geometry;
  board: Content[][];
  lines: Lines;
}): JSX.Element | null {
  const at = new Map(geometry.spots.map((spot) => [String(spot.cell), spot]));
  if (layout === "points") {
    const drawn = grid(board, lines).map(([from, to], i) => {
      const [a, b] = [at.get(String(from)), at.get(String(to))];
      return a && b && <line key={i} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
    });
    const above = overRiver(board, lines);
    const [a, b] = [at.get(`${above},0`), at.get(`${above + 1},${board[0].length - 1}`)];
    return (
      <g class="lines" aria-hidden="true">
        <rect width={geometry.width} height={geometry.height} rx="10" />
        {a && b && (
          <rect
            class="river"
            x={Math.min(a.x, b.x)}
            y={Math.min(a.y, b.y)}
            width={Math.abs(a.x - b.x)}
            height={Math.abs(a.y - b.y)}
          />
        )}
        {drawn}
        {(!lines?.length || lines.length === 2 * board.length) &&
          stars(board).map((cell) => {
            const spot = at.get(String(cell))!;
            return <circle key={String(cell)} class="star" cx={spot.x} cy={spot.y} r="8" />;
          })}
      </g>
    );
  }
  if (layout === "edges") {
    const dots = geometry.spots.filter(({ shape }) => shape === "dot");
    return (
      <g class="dots" aria-hidden="true">
        {dots.map(({ cell, x, y }) => (
          <circle key={String(cell)} cx={x} cy={y} r="9" />
        ))}
      </g>
    );
  }
  if (layout === "squares" || layout === "cells" || layout === "pits") {
    return (
      <rect
        class="ground"
        x="-3"
        y="-3"
        width={geometry.width + 6}
        height={geometry.height + 6}
        rx={layout === "pits" ? 50 : 6}
        aria-hidden="true"
      />
    );
  }
  return null;
}

/** The row of points above the river: the land between two rows that only the edges of the board join. */
function overRiver(board: Content[][], lines: Lines): number {
  const right = board[0].length - 1;
  return board.findIndex((_, row) => {
    const joins = (lines ?? []).filter(([[a], [b]]) => Math.min(a, b) <= row && Math.max(a, b) > row);
    return joins.length === 2 && joins.every(([[, a], [, b]]) => a === b && a % right === 0);
  });
}

/** The marked points of a large square grid: the middle, and the third or fourth line's corners. */
function stars(board: Content[][]): Cell[] {
  const size = board.length;
  if (size < 9 || size !== board[0].length) return [];
  const [inset, middle] = [size < 13 ? 2 : 3, (size - 1) / 2];
  const along = [inset, size - 1 - inset];
  const corners = along.flatMap((r) => along.map((c): Cell => [r, c]));
  return size % 2 === 1 ? [...corners, [middle, middle]] : corners;
}

/** The numbers of squares, in games that write their moves so. */
export function Numbers({
  position,
  facts,
  geometry,
  size,
}: {
  position: Position;
  facts: GameFacts;
  geometry: Geometry;
  size: number;
}): JSX.Element | null {
  const numbered = geometry.spots.map((spot) => [spot, squareNumber(spot.cell, position, facts)] as const);
  if (!numbered.some(([, number]) => number > 0)) return null;
  return (
    <g class="numbers" aria-hidden="true" font-size={size}>
      {numbered.map(
        ([{ cell, x, y, width, height }, number]) =>
          number > 0 && (
            <text key={String(cell)} x={x - width / 2 + 5} y={y - height / 2 + size + 1}>
              {number}
            </text>
          ),
      )}
    </g>
  );
}

/** The names of cells in games whose files and ranks do not name them; stores need none. */
export function CellNames({
  position,
  facts,
  geometry,
}: {
  position: Position;
  facts: GameFacts;
  geometry: Geometry;
}): JSX.Element | null {
  const name = special(facts.id)?.cellName;
  if (!name) return null;
  return (
    <g class="cell-names" aria-hidden="true">
      {geometry.spots
        .filter(({ shape }) => shape === "pit")
        .map(({ cell, x, y }) => (
          <text key={String(cell)} x={x} y={y - 27}>
            {name(cell, position, facts).label}
          </text>
        ))}
    </g>
  );
}

const SIDES = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** Over the cells: a frame around those that win when a piece arrives there, on a board of squares. */
export function Marks({ cells, geometry }: { cells: Cell[]; geometry: Geometry }): JSX.Element {
  const spots = geometry.spots.filter(({ cell }) => isAmong(cell, cells));
  const edges = spots.flatMap(({ x, y, width, height }) =>
    SIDES.filter(
      ([right, down]) => !spots.some((other) => other.x === x + right * width && other.y === y + down * height),
    ).map(([right, down]) => {
      const [from, to] = [-1, 1].map((end) => [
        x + ((right + end * down) * width) / 2,
        y + ((down + end * right) * height) / 2,
      ]);
      return `M${from}L${to}`;
    }),
  );
  return <path class="marks" d={edges.join("")} aria-hidden="true" />;
}

const EDGES = ["top", "right", "bottom", "left"] as const;

/** Under the cells: the owners of the borders, as colours. */
export function Edges({
  borders,
  geometry,
  flip,
  facts,
}: {
  borders: Borders;
  geometry: Geometry;
  flip: boolean;
  facts: GameFacts;
}): JSX.Element {
  const lines = EDGES.map((edge) => [edge, border(edge, geometry.spots, flip)] as const);
  return (
    <g class="borders" aria-hidden="true">
      {lines.map(([edge, points]) => (
        <polyline key={edge} class="rim" points={points} />
      ))}
      {lines.map(([edge, points]) => (
        <polyline key={edge} class={sideTone(borders[edge], facts)} points={points} />
      ))}
    </g>
  );
}

/** Over the cells: a frame around each area, and the mark of its owner. */
export function Areas({
  areas,
  active,
  geometry,
  facts,
}: {
  areas: Area[];
  /** Where the next move has to be. */
  active: Area[];
  geometry: Geometry;
  facts: GameFacts;
}): JSX.Element {
  const at = new Map(geometry.spots.map((spot) => [String(spot.cell), spot]));
  return (
    <g class="areas" aria-hidden="true">
      {/* The frame of an active area lies over its neighbours'. */}
      {[...areas]
        .sort((a, b) => Number(active.includes(a)) - Number(active.includes(b)))
        .map((area) => {
          const { corners, side } = area;
          const spots = corners.map((cell) => at.get(String(cell))!);
          const [x, y] = [
            Math.min(...spots.map((a) => a.x - a.width / 2)),
            Math.min(...spots.map((a) => a.y - a.height / 2)),
          ];
          const width = Math.max(...spots.map((a) => a.x + a.width / 2)) - x;
          const height = Math.max(...spots.map((a) => a.y + a.height / 2)) - y;
          const mark = side === null ? null : emblem(side, facts);
          return (
            <g
              key={String(corners)}
              class={
                side === null ? `area${active.includes(area) ? " active" : ""}` : `area won ${sideTone(side, facts)}`
              }
            >
              <rect x={x} y={y} width={width} height={height} />
              {mark !== null && (
                <g transform={`translate(${x + width / 2} ${y + height / 2}) scale(${Math.min(width, height) / 100})`}>
                  <Mark letter={mark} facts={facts} layout="cells" />
                </g>
              )}
            </g>
          );
        })}
    </g>
  );
}

/** Files below and ranks at the left, at the distance `apart` from the board. */
export function Names({
  geometry,
  position,
  type,
  apart,
}: {
  geometry: Geometry;
  position: Position;
  type: number;
  apart: number;
}): JSX.Element {
  return (
    <g class="names" aria-hidden="true" font-size={type}>
      {position.files?.map((file, c) => (
        <text key={`f${c}`} x={geometry.columns[c]} y={geometry.ends[c] + apart + type * 1.15}>
          {file}
        </text>
      ))}
      {position.ranks?.map((rank, r) => (
        <text key={`r${r}`} x={geometry.starts[r] - apart - type * 0.85} y={geometry.rows[r]} dy="0.35em">
          {rank}
        </text>
      ))}
    </g>
  );
}

/** Files in the lower corners of the lowest row, and ranks in the upper corners of the leftmost column. */
export function CornerNames({
  geometry,
  position,
  type,
}: {
  geometry: Geometry;
  position: Position;
  type: number;
}): JSX.Element {
  const { files, ranks } = position;
  return (
    <g class="names inside" aria-hidden="true" font-size={type}>
      {files?.map((file, c) => (
        <text key={`f${c}`} class="file" x={geometry.columns[c] + 46} y={geometry.ends[c] - 5}>
          {file}
        </text>
      ))}
      {ranks?.map((rank, r) => (
        <text key={`r${r}`} class="rank" x={geometry.starts[r] + 4} y={geometry.rows[r] - 48 + type * 0.85}>
          {rank}
        </text>
      ))}
    </g>
  );
}
