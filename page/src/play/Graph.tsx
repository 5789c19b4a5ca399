// How the game went: the expected score of the first side after each move, as far as a review or the search knows it.

import type { JSX } from "preact";
import { expected, expectedOf, forFirstShare, name } from "../words";
import type { GameStore } from "./gameStore";
import { judgement } from "./reviewing";
import { fault } from "./ReviewCard";
import type { View } from "./view";

const [WIDTH, HEIGHT] = [300, 64];

export function Graph({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { plies, at, facts } = view;
  const first = facts!.players[0];
  const shares = plies.map((_, i) => shareAt(view, i));
  const x = (ply: number) => (WIDTH * (ply + 0.5)) / plies.length;
  const points = shares.flatMap((share, i) =>
    share === null ? [] : [{ i, x: x(i), y: 4 + (1 - share) * (HEIGHT - 8) }],
  );
  if (points.length === 0) return <></>;
  const line = points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const area = `${line}L${points.at(-1)!.x.toFixed(1)} ${HEIGHT / 2}L${points[0].x.toFixed(1)} ${HEIGHT / 2}z`;
  const here = x(at - 1).toFixed(1);
  return (
    <figure class="graph">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Expected score of ${name(first, facts!)} over the game; now ${percent(shares.filter((share) => share !== null).at(-1)!)}`}
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

const percent = (share: number): string => `${Math.round(100 * share)} %`;
