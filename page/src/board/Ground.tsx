// What lies around and under the cells.

import type { JSX } from "preact";
import type { Cell, Content, Layout, Position } from "../wire";
import { grid, type Geometry } from "./geometry";

export type Lines = [Cell, Cell][] | null | undefined;

/** What lies under the cells: lines of a board of points, dots of one of edges. */
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
    return (
      <g class="lines" aria-hidden="true">
        <rect width={geometry.width} height={geometry.height} rx="10" />
        {drawn}
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

/** Files below, ranks at the left. */
export function Names({
  geometry,
  position,
  type,
}: {
  geometry: Geometry;
  position: Position;
  type: number;
}): JSX.Element {
  return (
    <g class="names" aria-hidden="true" font-size={type}>
      {position.files?.map((file, c) => (
        <text key={`f${c}`} x={geometry.columns[c]} y={geometry.height + type * 1.15}>
          {file}
        </text>
      ))}
      {position.ranks?.map((rank, r) => (
        <text key={`r${r}`} x={-type * 0.85} y={geometry.rows[r]} dy="0.35em">
          {rank}
        </text>
      ))}
    </g>
  );
}
