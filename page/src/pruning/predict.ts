// The student says whether the next branch is cut, before it is shown.

import type { Step } from "./walk";

/** Whether the step after so many is a question: the search came back to a node, and goes on there or cuts. */
export function asks(steps: Step[], step: number): boolean {
  const [last, next] = [steps[step - 1], steps[step]];
  if (last?.kind !== "back" || !next) return false;
  if (next.kind === "cut") return next.id === last.id;
  return (next.kind === "enter" || next.kind === "leaf") && parent(next.id) === last.id && next.id !== "";
}

const parent = (id: string): string => id.split("/").slice(0, -1).join("/");

/** What the student hears: whether it was right, and why. */
export function judge(said: boolean, next: Step): { right: boolean; words: string } {
  const isCut = next.kind === "cut";
  const right = said === isCut;
  const why = isCut ? next.words.replace(/^Cut: /, "it is cut: ") : "it is looked at: α is still below β here.";
  return { right, words: `${right ? "Right" : "No"}: ${why}` };
}
