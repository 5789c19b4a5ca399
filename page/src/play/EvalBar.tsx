// The expected result of the shown position as a bar at the left of the board: each side's share from its own end.

import type { JSX } from "preact";
import { sideTone } from "../board/pieces";
import { expected, forFirstShare, judged } from "../words";
import type { View } from "./view";

export function EvalBar({ view, flip }: { view: View; flip: boolean }): JSX.Element {
  const { best, position } = view;
  const facts = view.facts!;
  const [first, second] = facts.players;
  const score = best[0]?.score;
  const share = score ? forFirstShare(expected(score, facts), position!.to_move, facts) : 0.5;
  const words = score ? judged(score, position!.to_move, facts) : "not known yet";
  return (
    <div
      class={`eval ${flip ? "turned " : ""}${sideTone(second, facts)}`}
      role="meter"
      aria-label="Expected result"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * share)}
      aria-valuetext={words}
    >
      <span class={sideTone(first, facts)} style={{ height: `${(100 * share).toFixed(1)}%` }} />
    </div>
  );
}
