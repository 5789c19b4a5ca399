import type { DrawnNode, Known, Write } from "./walk";

/** A node's number as far as it is known; what a cut left is only a bound: ≤ at Min's node, ≥ at Max's. */
export function number({ id, node, value, leaf }: DrawnNode, known: Known, write: Write): string {
  const final = known.final.has(id);
  // A node whose children are hidden takes its value when the search comes back from it.
  const found = known.best.get(id) ?? (final && node ? node.value : value);
  const sign = final && node && node.bound !== "exact" && !leaf ? (node.bound === "upper" ? "≤" : "≥") : "";
  return found === null ? (leaf ? "" : "?") : `${sign}${write(found)}`;
}

/** A node's label, with how many moves it stands for, and a sign where its children are hidden. */
export const named = ({ label, alike, closed }: DrawnNode): string =>
  label + ((alike ?? 1) > 1 ? ` ×${alike}` : "") + (closed ? " ▸" : "");
