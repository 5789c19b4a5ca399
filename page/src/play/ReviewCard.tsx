// The review: how both sides played, where the game turned, and what was better.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Bar } from "../Bar";
import type { GameFacts, Puzzle, ReviewedPly, Verdict } from "../wire";
import { name } from "../words";
import { useDialog } from "./dialog";
import type { GameStore } from "./gameStore";
import { nodeAt, path } from "./gameTree";
import { moveNumber } from "./opening";
import { judgement } from "./reviewing";
import type { Review, View } from "./view";

export function ReviewCard({ store, view }: { store: GameStore; view: View }): JSX.Element | null {
  const { review, plies, facts, position } = view;
  const over = position?.over ?? false;
  if (!facts || plies.length === 0 || !reviews(view)) return null;
  if (!review)
    return (
      <section class="review card" data-part="review" aria-label="Review">
        <div class="row">
          <h2>Review</h2>
          <button type="button" class={over ? "primary" : ""} onClick={() => void store.review()}>
            Review the game
          </button>
        </div>
      </section>
    );
  const { running, summary, trouble } = review;
  return (
    <section class="review card" data-part="review" aria-label="Review">
      <div class="row">
        <h2>
          Review <small>{running ? `${review.plies.size} of ${review.line.length} plies` : ""}</small>
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
      {running && (
        <Bar role="progressbar" label="Progress of the review" share={review.plies.size / review.line.length} />
      )}
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
                  <th scope="row">{name(side, facts)}</th>
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
                aria-current={isBefore(view, review.line[ply]) ? "step" : undefined}
                onClick={() => void turnTo(store, review.line[ply])}
              >
                {numbered(review.line[ply], view)} <small>−{(100 * loss).toFixed(0)} %</small>
              </button>
            ))}
        </div>
      )}
      <Said store={store} view={view} facts={facts} />
      {(summary?.puzzles?.length ?? 0) > 0 && <Practice view={view} review={review} />}
    </section>
  );
}

/** The puzzles of a game. The part of the page that has them is loaded when they are opened. */
function Practice({ view, review }: { view: View; review: Review }): JSX.Element {
  const dialog = useDialog();
  const [more, setMore] = useState<typeof import("../more") | null>(null);
  useEffect(() => {
    if (more) dialog.show();
  }, [more]);
  // What was played where one move was the best: moves that were missed come first.
  const played = (ply: number) => view.tree[review.line[ply]]?.ply;
  const isMissed = ({ ply, solution }: Puzzle) => played(ply)?.move !== solution[0];
  const puzzles = [...review.summary!.puzzles!].sort((a, b) => Number(isMissed(b)) - Number(isMissed(a)));
  const missed = puzzles.filter(isMissed).length;
  return (
    <>
      <button type="button" onClick={() => (more ? dialog.show() : void import("../more").then(setMore))}>
        Find the best moves <small>({missed > 0 ? `${missed} missed` : "all found"})</small>
      </button>
      {more && (
        <more.Puzzles dialog={dialog} facts={view.facts!} puzzles={puzzles} played={played} wells={view.wells} />
      )}
    </>
  );
}

/** Whether the server reviews games, and this is one: a tree of numbers has no moves to judge. */
export const reviews = ({ index, facts }: View): boolean =>
  "max_review_plies" in (index?.caps ?? {}) && facts?.score.kind !== "given";

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

/** Whether the position before a node's move is shown. */
const isBefore = ({ tree, line, at }: View, id: number): boolean => nodeAt(line, at) === tree[id].parent;

/** Shows the position before a node's move, on the line that has the move. */
async function turnTo(store: GameStore, id: number): Promise<void> {
  await store.goToNode(id);
  await store.goTo(store.view.at - 1);
}

/** A move with the number that the list gives it. */
function numbered(id: number, { tree, facts }: View): string {
  const plies = path(tree, id).map((node) => tree[node].ply!);
  const { label, side } = plies.at(-1)!;
  return `${moveNumber(plies, facts!)}${side === facts!.players[0] ? "." : "…"} ${label}`;
}

/** What there is to say about the shown move, and about the one that follows. */
function Said({ store, view, facts }: { store: GameStore; view: View; facts: GameFacts }): JSX.Element | null {
  const { at } = view;
  const last = judgement(view, at - 1);
  const [next, before] = [fault(judgement(view, at)), fault(last)];
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
function lost({ side, expected, best_expected }: ReviewedPly, facts: GameFacts): string {
  const share = (value: number | null) => `${(100 * (value ?? 0)).toFixed(0)} %`;
  return `${name(side, facts)}’s expected score fell from ${share(best_expected)} to ${share(expected)}`;
}
