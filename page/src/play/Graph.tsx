// How the score went.

import type { JSX } from "preact";
import { isProven, name, signed } from "../words";
import type { Ply } from "./view";

const [WIDTH, HEIGHT] = [300, 64];

/** The score as the first player sees it: proven wins at the top and bottom, all else in proportion to the largest. */
export function Graph({ plies, at, first }: { plies: Ply[]; at: number; first: string }): JSX.Element {
  const known = plies.map(({ value }) => value).filter((value): value is number => value !== null && !isProven(value));
  const largest = Math.max(1, ...known.map(Math.abs));
  const share = (value: number) => (isProven(value) ? Math.sign(value) : (0.8 * value) / largest);
  const x = (ply: number) => (WIDTH * (ply + 0.5)) / plies.length;
  const points = plies.flatMap(({ value }, i) =>
    value === null ? [] : [{ x: x(i), y: HEIGHT / 2 - share(value) * (HEIGHT / 2 - 4), value }],
  );
  if (points.length === 0) return <></>;
  const line = points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const last = points.at(-1)!;
  const now = isProven(last.value) ? (last.value > 0 ? "a proven win" : "a proven loss") : signed(last.value);
  const area = `${line}L${last.x.toFixed(1)} ${HEIGHT / 2}L${points[0].x.toFixed(1)} ${HEIGHT / 2}z`;
  const here = x(at - 1).toFixed(1);
  return (
    <figure class="graph">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Score over the game for ${first}; now ${now}`}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <path class="area" d={area} />
        <path class="line" d={line} />
        {at > 0 && at < plies.length && <line class="here" x1={here} x2={here} y1="0" y2={HEIGHT} />}
      </svg>
      <figcaption class="caption">Score for {name(first)}</figcaption>
    </figure>
  );
}
