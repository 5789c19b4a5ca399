// A whole game judged, move by move, while one goes on looking at it.

import { game, persist, stream, waits } from "../ask";
import type { ReviewedPly, ReviewSummary, Verdict } from "../wire";
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
    let review: Review = { running: true, line, plies: new Map(), summary: null, found: [], trouble: null };
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
    const body = { ...asked({ state, moves }), curve: "people" };
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

  /** Remembers that a better move was found for a mistake. */
  learn(node: number): void {
    const { review } = this.view;
    if (!review || review.found.includes(node)) return;
    this.set({ review: { ...review, found: [...review.found, node] } });
    this.remember();
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

/** The verdicts that stand behind moves as marks. */
export const MARKED: [Verdict, string, string][] = [
  ["inaccuracy", "inaccuracies", "?!"],
  ["mistake", "mistakes", "?"],
  ["blunder", "blunders", "??"],
];

export interface Fault extends ReviewedPly {
  verdict: Verdict;
  /** Stands behind the move. */
  mark: string;
}

/** A ply that was an inaccuracy or worse. */
export function fault(ply: ReviewedPly | undefined): Fault | null {
  const found = MARKED.find(([verdict]) => verdict === ply?.verdict);
  return found ? { ...ply!, verdict: found[0], mark: found[2] } : null;
}

/** The nodes of the mistakes and blunders of a side, in the order of the game. */
export function mistakes({ line, plies }: Review, side: string): number[] {
  return line.filter((id) => {
    const ply = plies.get(id);
    return ply?.side === side && (ply.verdict === "mistake" || ply.verdict === "blunder");
  });
}

/** A verdict in a sentence. */
export const AS: Record<Verdict, string> = {
  best: "the best move, or as good",
  good: "good",
  inaccuracy: "an inaccuracy",
  mistake: "a mistake",
  blunder: "a blunder",
};
