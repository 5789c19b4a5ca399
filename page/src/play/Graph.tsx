// How the game went: the expected score of the first side, or its score as far as no review knows more.

import type { JSX } from "preact";
import { forFirst, isProven, name, signed } from "../words";
import type { GameStore } from "./gameStore";
import { fault } from "./ReviewCard";
import type { View } from "./view";

const [WIDTH, HEIGHT] = [300, 64];

export function Graph({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { plies, at, facts, review } = view;
  const first = facts!.players[0];
  const heights = review?.plies.size ? reviewed(view) : played(view);
  const x = (ply: number) => (WIDTH * (ply + 0.5)) / plies.length;
  const points = heights.flatMap((height, i) =>
    height === null ? [] : [{ i, x: x(i), y: HEIGHT / 2 - height * (HEIGHT / 2 - 4) }],
  );
  if (points.length === 0) return <></>;
  const line = points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const area = `${line}L${points.at(-1)!.x.toFixed(1)} ${HEIGHT / 2}L${points[0].x.toFixed(1)} ${HEIGHT / 2}z`;
  const here = x(at - 1).toFixed(1);
  const title = review?.plies.size ? "Expected score" : "Score";
  return (
    <figure class="graph">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title} over the game for ${first}; ${now(view)}`}
        onClick={({ offsetX, currentTarget }) => {
          // Beside the graph there are a slider and the list for those who do not click.
          void store.goTo(Math.ceil((offsetX / currentTarget.clientWidth) * plies.length));
        }}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <path class="area" d={area} />
        <path class="line" d={line} />
        {points.map(({ i, x, y }) => {
          const verdict = fault(review?.plies.get(i))?.verdict;
          return verdict && <line key={i} class={`fault ${verdict}`} x1={x} x2={x} y1={y - 7} y2={y + 7} />;
        })}
        {at > 0 && at < plies.length && <line class="here" x1={here} x2={here} y1="0" y2={HEIGHT} />}
      </svg>
      <figcaption class="caption">
        {title} for {name(first)}
      </figcaption>
    </figure>
  );
}

/** From −1 to 1: the expected score after each move. */
function reviewed({ plies, review, facts }: View): (number | null)[] {
  return plies.map(({ side }, i) => {
    const expected = review!.plies.get(i)?.expected ?? null;
    return expected === null ? null : forFirst(2 * expected - 1, side, facts!);
  });
}

/** From −1 to 1: proven wins at the ends, all else in proportion to the largest score. */
function played({ plies }: View): (number | null)[] {
  const known = plies.map(({ value }) => value).filter((value): value is number => value !== null && !isProven(value));
  const largest = Math.max(1, ...known.map(Math.abs));
  return plies.map(({ value }) =>
    value === null ? null : isProven(value) ? Math.sign(value) : (0.8 * value) / largest,
  );
}

function now({ plies, review, facts }: View): string {
  const last = plies.length - 1;
  const expected = review?.plies.get(last)?.expected;
  if (expected != null) {
    const share = 0.5 + forFirst(expected - 0.5, plies[last].side, facts!);
    return `at the end ${Math.round(100 * share)} %`;
  }
  const value = plies.filter((ply) => ply.value !== null).at(-1)?.value ?? 0;
  return `now ${isProven(value) ? (value > 0 ? "a proven win" : "a proven loss") : signed(value)}`;
}
