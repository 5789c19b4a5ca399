// The review: how both sides played, where the game turned, and what was better.

import type { JSX } from "preact";
import { Bar } from "../Bar";
import type { GameFacts, ReviewedPly, Verdict } from "../wire";
import { name } from "../words";
import type { GameStore } from "./gameStore";
import { rounds } from "./tally";
import type { View } from "./view";

export function ReviewCard({ store, view }: { store: GameStore; view: View }): JSX.Element | null {
  const { review, plies, at, facts } = view;
  if (!facts || plies.length === 0 || !reviews(view)) return null;
  if (!review)
    return (
      <section class="review card" aria-label="Review">
        <div class="row">
          <h2>Review</h2>
          <button type="button" onClick={() => void store.review()}>
            Review this game
          </button>
        </div>
      </section>
    );
  const { running, summary, trouble } = review;
  return (
    <section class="review card" aria-label="Review">
      <div class="row">
        <h2>
          Review <small>{running ? `${review.plies.size} of ${plies.length} moves` : ""}</small>
        </h2>
        {running ? (
          <button type="button" class="stop" onClick={() => store.stopReview()}>
            Stop
          </button>
        ) : (
          <button type="button" onClick={() => void store.review()}>
            Again
          </button>
        )}
      </div>
      {running && <Bar role="progressbar" label="Progress of the review" share={review.plies.size / plies.length} />}
      {trouble && (
        <p class="notice bad" role="alert">
          {trouble}
        </p>
      )}
      {summary && (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">Side</span>
              </th>
              <th scope="col">Accuracy</th>
              {MARKED.map(([verdict, title, mark]) => (
                <th scope="col" key={verdict} title={title}>
                  <span class={verdict}>{mark}</span>
                  <span class="unseen"> {title}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.players.map((side) => {
              const { accuracy, verdicts } = summary.sides[side];
              return (
                <tr key={side}>
                  <th scope="row">{name(side)}</th>
                  <td>{accuracy === null ? "–" : `${accuracy.toFixed(0)} %`}</td>
                  {MARKED.map(([verdict]) => (
                    <td key={verdict}>{verdicts[verdict]}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {summary && summary.turning_points.length > 0 && (
        <div class="row wrap turning" role="group" aria-label="Turning points">
          {[...summary.turning_points]
            .sort((a, b) => a.ply - b.ply)
            .map(({ ply, loss }) => (
              <button
                key={ply}
                type="button"
                aria-current={at === ply ? "step" : undefined}
                onClick={() => void store.goTo(ply)}
              >
                {numbered(ply, view)} <small>−{(100 * loss).toFixed(0)} %</small>
              </button>
            ))}
        </div>
      )}
      <Said store={store} view={view} facts={facts} />
    </section>
  );
}

/** Whether the server reviews games. */
export const reviews = ({ index }: View): boolean => "max_review_plies" in (index?.caps ?? {});

const MARKED: [Verdict, string, string][] = [
  ["inaccuracy", "inaccuracies", "?!"],
  ["mistake", "mistakes", "?"],
  ["blunder", "blunders", "??"],
];

interface Fault extends ReviewedPly {
  verdict: Verdict;
  /** Stands behind the move. */
  mark: string;
}

/** A ply that was an inaccuracy or worse. */
export function fault(ply: ReviewedPly | undefined): Fault | null {
  const found = MARKED.find(([verdict]) => verdict === ply?.verdict);
  return found ? { ...ply!, verdict: found[0], mark: found[2] } : null;
}

/** A move with the number that the list gives it. */
function numbered(index: number, { plies, facts }: View): string {
  const round = rounds(plies, facts!).find(({ first, second }) => [...first, ...second].some(([, i]) => i === index));
  const { label, side } = plies[index];
  return `${round?.number}${side === facts!.players[0] ? "." : "…"} ${label}`;
}

/** What there is to say about the shown move, and about the one that follows. */
function Said({ store, view, facts }: { store: GameStore; view: View; facts: GameFacts }): JSX.Element | null {
  const { review, at } = view;
  const last = review!.plies.get(at - 1);
  const [next, before] = [fault(review!.plies.get(at)), fault(last)];
  if (next)
    return (
      <p class="said">
        Here <b>{next.best_label ?? next.best}</b> was better than {next.label ?? next.move},{" "}
        <span class={next.verdict}>{AS[next.verdict]}</span>: {lost(next, facts)}.
      </p>
    );
  if (before)
    return (
      <p class="said">
        {before.label ?? before.move} was <span class={before.verdict}>{AS[before.verdict]}</span>:{" "}
        {lost(before, facts)}.{" "}
        <button type="button" class="quiet" onClick={() => void store.goTo(at - 1)}>
          What was better?
        </button>
      </p>
    );
  if (last?.verdict)
    return (
      <p class="said">
        {last.label ?? last.move} was {AS[last.verdict]}.
      </p>
    );
  return null;
}

const AS: Record<Verdict, string> = {
  best: "the best move, or as good",
  good: "good",
  inaccuracy: "an inaccuracy",
  mistake: "a mistake",
  blunder: "a blunder",
};

/** "White’s expected score fell from 64 % to 12 %". */
function lost({ side, expected, best_expected }: ReviewedPly, { players }: GameFacts): string {
  const share = (value: number | null) => `${(100 * (value ?? 0)).toFixed(0)} %`;
  return `${name(players.find((player) => player === side) ?? side)}’s expected score fell from ${share(best_expected)} to ${share(expected)}`;
}
