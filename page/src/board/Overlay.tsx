// Over the pieces: the line that won, the arrow of the best move, and the ring of focus.

import type { JSX } from "preact";
import type { Cell } from "../wire";
import type { Drawn } from "./arrows";
import { Field } from "./CellView";
import type { Geometry, Spot } from "./geometry";

interface Props {
  geometry: Geometry;
  won: Cell[];
  /** The cells of the best move. */
  best: Cell[];
  hinted: Cell[];
  focus: Spot;
  /** The cell that a dragged piece would be dropped on. */
  over: Cell | null;
  drawn: Drawn[];
  /** The cell that a first tap chose, and the piece that a second one puts there. */
  aim: Cell | null;
  ghost: JSX.Element | null;
}

export function Overlay({ geometry, won, best, hinted, focus, over, drawn, aim, ghost }: Props): JSX.Element {
  const at = new Map(geometry.spots.map((spot) => [String(spot.cell), spot]));
  const spots = (cells: Cell[]) => cells.map((cell) => at.get(String(cell))).filter((spot) => spot !== undefined);
  const line = spots(won);
  const way = spots(best);
  const [under, aimed] = [spots(over ? [over] : [])[0], spots(aim ? [aim] : [])[0]];
  return (
    <g class="overlay" aria-hidden="true">
      {spots(hinted).map((spot) => (
        <g key={String(spot.cell)} class="hinted">
          <Field spot={spot} />
        </g>
      ))}
      {line.length > 1 && <polyline class="won-line" points={line.map(({ x, y }) => `${x},${y}`).join(" ")} />}
      {way.length === 1 && (
        <g class="best-cell">
          <Field spot={way[0]} />
        </g>
      )}
      {way.length > 1 && <Arrow way={way} />}
      {drawn.map((cells) => {
        const [from, to] = spots(cells);
        if (!from || !to) return null;
        return from === to ? (
          <circle key={String(cells)} class="drawn-ring" cx={to.x} cy={to.y} r="44" />
        ) : (
          <Arrow key={String(cells)} way={[from, to]} drawn />
        );
      })}
      {under && (
        <g class="under">
          <Field spot={under} />
        </g>
      )}
      {aimed && (
        <g class="aim">
          <path d={`M${aimed.x} 0V${geometry.height}M0 ${aimed.y}H${geometry.width}`} />
          <g transform={`translate(${aimed.x} ${aimed.y})`}>{ghost}</g>
        </g>
      )}
      <g class="focus-ring">
        <Field spot={focus} />
      </g>
    </g>
  );
}

/** An arrow along the cells of a move. */
function Arrow({ way, drawn }: { way: Spot[]; drawn?: boolean }): JSX.Element {
  const [from, to] = [way.at(-2)!, way.at(-1)!];
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return (
    <g class={drawn ? "drawn-arrow" : "best-arrow"}>
      <polyline points={way.map(({ x, y }) => `${x},${y}`).join(" ")} />
      <path d="M16 0-22-24v48z" transform={`translate(${to.x} ${to.y}) rotate(${angle})`} />
    </g>
  );
}
