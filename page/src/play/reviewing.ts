// A whole game judged, move by move, while one goes on looking at it.

import { game, persist, stream, waits } from "../ask";
import type { ReviewedPly, ReviewSummary } from "../wire";
import { Searching } from "./searching";
import { asked } from "./settings";
import { excuse, type Review, type View } from "./view";

export abstract class Reviewing extends Searching {
  private reviewing = new AbortController();

  /** Judges the moves of the shown line. */
  async review(): Promise<void> {
    const { facts, plies, start, line } = this.view;
    this.dropReview();
    const { signal } = (this.reviewing = new AbortController());
    let review: Review = { running: true, line, plies: new Map(), summary: null, trouble: null };
    const change = (part: Partial<Review>) => {
      if (signal.aborted) return;
      review = { ...review, ...part };
      this.set({ review });
    };
    change({});
    const { state, moves } = plies.at(-1)?.after ?? start;
    const hear = (event: string, data: unknown) => {
      const ply = data as ReviewedPly;
      if (event === "ply") change({ plies: new Map(review.plies).set(line[ply.ply], ply) });
    };
    // The players are people, for whom the same score decides fewer games than for engines.
    const body = { ...asked({ state, moves }), curve: "people", puzzles: true };
    try {
      const summary = await persist(
        () => stream<ReviewSummary>(game(facts!.id, "review/stream"), body, "summary", hear, signal),
        (waiting) => change({ trouble: waiting && waits(waiting) }),
        signal,
      );
      change({ running: false, summary, trouble: null });
      const worst = summary.turning_points.length;
      this.remember();
      this.set({ said: `Review finished. ${worst === 0 ? "No turning points." : `Turning points: ${worst}.`}` });
    } catch (error) {
      change({ running: false, trouble: excuse(error) });
    }
  }

  /** Ends a review; what was judged stays. */
  stopReview(): void {
    const { review } = this.view;
    this.reviewing.abort(new Error("stopped"));
    this.set({ review: review && { ...review, running: false, trouble: null } });
  }

  /** Keeps the game as it is now. */
  protected abstract remember(): void;

  /** A review of another game says nothing about this one. */
  protected dropReview(): void {
    this.reviewing.abort(new Error("another game"));
    if (this.view.review) this.set({ review: null });
  }
}

/** What a review says about a ply of the shown line. */
export const judgement = ({ review, line }: View, ply: number): ReviewedPly | undefined => review?.plies.get(line[ply]);
