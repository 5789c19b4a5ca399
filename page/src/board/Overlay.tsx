// Over the pieces: the line that won, the arrow of the best move, and the ring of focus.

import type { JSX } from "preact";
import type { Cell } from "../wire";
import { Field } from "./CellView";
import type { Geometry, Spot } from "./geometry";

interface Props {
  geometry: Geometry;
  won: Cell[];
  /** The cells of the best move. */
  best: Cell[];
  focus: Spot;
}

export function Overlay({ geometry, won, best, focus }: Props): JSX.Element {
  const at = new Map(geometry.spots.map((spot) => [String(spot.cell), spot]));
  const spots = (cells: Cell[]) => cells.map((cell) => at.get(String(cell))).filter((spot) => spot !== undefined);
  const line = spots(won);
  const way = spots(best);
  return (
    <g class="overlay" aria-hidden="true">
      {line.length > 1 && <polyline class="won-line" points={line.map(({ x, y }) => `${x},${y}`).join(" ")} />}
      {way.length === 1 && (
        <g class="best-cell">
          <Field spot={way[0]} />
        </g>
      )}
      {way.length > 1 && <Arrow way={way} />}
      <g class="focus-ring">
        <Field spot={focus} />
      </g>
    </g>
  );
}

/** An arrow along the cells of a move. */
function Arrow({ way }: { way: Spot[] }): JSX.Element {
  const [from, to] = [way.at(-2)!, way.at(-1)!];
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return (
    <g class="best-arrow">
      <polyline points={way.map(({ x, y }) => `${x},${y}`).join(" ")} />
      <path d="M16 0-22-24v48z" transform={`translate(${to.x} ${to.y}) rotate(${angle})`} />
    </g>
  );
}
