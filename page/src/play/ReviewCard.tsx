// The review: asked for here. What it found is shown by a part of the page that is loaded with the first review.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Bar } from "../Bar";
import type { GameStore } from "./gameStore";
import type { View } from "./view";

interface Props {
  store: GameStore;
  view: View;
  /** Whether the game has ended, so that its review comes next. */
  over: boolean;
}

export function ReviewCard({ store, view, over }: Props): JSX.Element | null {
  const { review, plies } = view;
  const [study, setStudy] = useState<typeof import("../study") | null>(null);
  const isReviewed = review !== null;
  useEffect(() => {
    if (isReviewed) void import("../study").then(setStudy);
  }, [isReviewed]);
  if (!reviews(view)) return null;
  if (!review)
    return (
      <section class="review card" data-part="review" aria-label="Review">
        <div class="row">
          <h2>Review</h2>
          <button
            type="button"
            class={over ? "primary" : ""}
            disabled={plies.length === 0}
            onClick={() => void store.review()}
          >
            Review the game
          </button>
        </div>
      </section>
    );
  const { running, trouble } = review;
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
      {study && <study.Reviewed store={store} view={view} review={review} />}
    </section>
  );
}

/**
 * Whether the server reviews games, as far as it is known, and this is one: a tree of numbers has no moves to judge. What
 * waits for an answer has its place already.
 */
export const reviews = ({ index, facts }: View): boolean =>
  (index === null || "max_review_plies" in index.caps) && facts?.score.kind !== "given";
