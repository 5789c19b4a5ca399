// How the game went: the expected score of the first side after each move, as far as a review or the search knows it.

import type { JSX } from "preact";
import { expected, expectedOf, expectedScore, forFirstShare, name } from "../words";
import type { GameStore } from "./gameStore";
import { fault, judgement } from "./reviewing";
import type { View } from "./view";

const [WIDTH, HEIGHT] = [300, 64];

const xOf = (ply: number, plies: number): number => (WIDTH * (ply + 0.5)) / plies;

/** The points of the graph, as far as shares are known, and the line through them. */
function drawn(view: View) {
  const shares = view.plies.map((_, i) => shareAt(view, i));
  const points = shares.flatMap((share, i) =>
    share === null ? [] : [{ i, x: xOf(i, shares.length), y: 4 + (1 - share) * (HEIGHT - 8) }],
  );
  const line = points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  return { shares, points, line };
}

/** The colours of a picture in a file, which has none of the page's styles. */
const COLOURS: Record<string, string> = { inaccuracy: "#7a5b00", mistake: "#9a4a00", blunder: "#a3402f" };

/** The graph as an SVG file. */
export function picture(view: View): string {
  const { points, line } = drawn(view);
  const marks = points.map(({ i, x, y }) => {
    const verdict = fault(judgement(view, i))?.verdict;
    return verdict
      ? `<path d="M${x.toFixed(1)} ${(y - 6).toFixed(1)}v12" stroke="${COLOURS[verdict]}" stroke-width="2"/>`
      : "";
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${3 * WIDTH}" height="${3 * HEIGHT}" fill="none">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#f4f3ee"/><path d="M0 ${HEIGHT / 2}h${WIDTH}" stroke="#55605c" stroke-dasharray="3 4"/>
<path d="${line}" stroke="#5a5f6b" stroke-width="1.5"/>${marks.join("")}</svg>
`;
}

/** Before anything is known it has its room already, so that it moves nothing when a line comes. */
export function Graph({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { plies, at, facts } = view;
  const first = facts!.players[0];
  const { shares, points, line } = drawn(view);
  const last = points.at(-1);
  const area = last && `${line}L${last.x.toFixed(1)} ${HEIGHT / 2}L${points[0].x.toFixed(1)} ${HEIGHT / 2}z`;
  const here = xOf(at - 1, plies.length).toFixed(1);
  return (
    <figure class="graph">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Expected score for ${name(first, facts!)} over the game, from 0 to 1${last ? `; at last ${expectedScore(shares[last.i]!)}` : ""}`}
        onClick={({ offsetX, currentTarget }) => {
          // Beside the graph there are a slider and the list for those who do not click.
          void store.goTo(Math.ceil((offsetX / currentTarget.clientWidth) * plies.length));
        }}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <path class="area" d={area} />
        <path class="line" d={line} />
        {points.map(({ i, x, y }) => {
          const verdict = fault(judgement(view, i))?.verdict;
          return verdict && <line key={i} class={`fault ${verdict}`} x1={x} x2={x} y1={y - 7} y2={y + 7} />;
        })}
        {at > 0 && at < plies.length && <line class="here" x1={here} x2={here} y1="0" y2={HEIGHT} />}
      </svg>
      <figcaption class="caption">Expected score for {name(first, facts!)}, from 0 to 1</figcaption>
    </figure>
  );
}

/** From 0 to 1, for the first side: what a review found after a move, or what the search thought before the next one. */
function shareAt(view: View, ply: number): number | null {
  const { plies, facts, position, at } = view;
  const judged = judgement(view, ply)?.expected ?? null;
  if (judged !== null) return forFirstShare(judged, plies[ply].side, facts!);
  const { over, outcome } = plies[ply].then;
  if (over && outcome) return outcome.winner === null ? 0.5 : outcome.winner === facts!.players[0] ? 1 : 0;
  if (position && ply + 1 === at && view.best[0])
    return forFirstShare(expected(view.best[0].score, facts!), position.to_move, facts!);
  const next = plies[ply + 1]?.expected;
  if (next !== undefined) return next;
  const { evaluation, to_move } = plies[ply].then;
  return evaluation === null ? null : expectedOf(evaluation, to_move, facts!);
}
