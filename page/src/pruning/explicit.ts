// An explicit tree for editing, and its JSON for the game `tree`.

import type { State } from "../wire";

export interface Branch {
  name: string;
  side: "max" | "min";
  /** A leaf's value, or the evaluation of an inner node. */
  value?: number;
  /** None for a leaf. */
  children?: Branch[];
}

export const TEXTBOOK: State = [
  [3, 12, 8],
  [2, 4, 6],
  [14, 5, 2],
];

const other = (side: Branch["side"]): Branch["side"] => (side === "max" ? "min" : "max");

/** Reads a state; null where it is none (the server says why). */
export function parse(state: unknown, name = "", side: Branch["side"] = "max"): Branch | null {
  if (typeof state === "number") return { name, side, value: state };
  if (Array.isArray(state))
    return inner(
      state.map((child, i) => [String(i), child]),
      { name, side },
    );
  if (typeof state !== "object" || state === null) return null;
  const {
    side: given,
    value,
    children,
  } = state as { side?: Branch["side"]; value?: number; children?: Record<string, unknown> };
  if (!children || typeof children !== "object") return null;
  return inner(Object.entries(children), { name, side: given === "min" || given === "max" ? given : side, value });
}

function inner(entries: [string, unknown][], node: Branch): Branch | null {
  const children = entries.map(([name, child]) => parse(child, name, other(node.side)));
  return children.length === 0 || children.includes(null) ? null : { ...node, children: children as Branch[] };
}

/** The shortest JSON of the tree. */
export function write(branch: Branch, expected: Branch["side"] = "max"): State {
  const { children, side, value } = branch;
  if (!children) return value ?? 0;
  const next = other(side);
  const written = children.map((child) => [child.name, write(child, next)] as const);
  if (side === expected && value === undefined && children.every(({ name }, i) => name === String(i)))
    return written.map(([, child]) => child);
  return {
    ...(side === expected ? {} : { side }),
    ...(value === undefined ? {} : { value }),
    children: Object.fromEntries(written),
  };
}

export function height({ children }: Branch): number {
  return children ? 1 + Math.max(...children.map(height)) : 0;
}

export function size({ children }: Branch): number {
  return 1 + (children ?? []).reduce((sum, child) => sum + size(child), 0);
}

/** A node of the tree: the names of the moves that lead to it. */
export type Path = string[];

export function find(branch: Branch, path: Path): Branch | undefined {
  return path.reduce<Branch | undefined>((at, name) => at?.children?.find((child) => child.name === name), branch);
}

/** The tree with one node changed; null takes it away. */
export function change(branch: Branch, path: Path, edit: (node: Branch) => Branch | null): Branch {
  if (path.length === 0) return edit(branch) ?? branch;
  const children = branch.children!.flatMap((child) => {
    if (child.name !== path[0]) return [child];
    const changed = path.length === 1 ? edit(child) : change(child, path.slice(1), edit);
    return changed ? [changed] : [];
  });
  return children.length > 0
    ? { ...branch, children: named(children) }
    : { name: branch.name, side: branch.side, value: branch.value ?? 0 };
}

/** Children called by numbers are numbered anew, in their order; others keep their names. */
function named(children: Branch[]): Branch[] {
  const numbered = children.every(({ name }) => /^\d*$/.test(name));
  return numbered ? children.map((child, i) => ({ ...child, name: String(i) })) : children;
}

export function addChild(branch: Branch, path: Path, value = 0): Branch {
  return change(branch, path, (node) => {
    const children = node.children ?? [];
    const letters = children.length > 0 && !children.every(({ name }) => /^\d+$/.test(name));
    const name = letters ? fresh(children.map(({ name }) => name)) : String(children.length);
    return { ...node, value: undefined, children: named([...children, { name, side: other(node.side), value }]) };
  });
}

function fresh(taken: string[]): string {
  return Array.from({ length: taken.length + 1 }, (_, i) => `new${i + 1}`).find((name) => !taken.includes(name))!;
}

/** Moves a child to another index among its siblings. */
export function move(branch: Branch, path: Path, to: number): Branch {
  return change(branch, path.slice(0, -1), (node) => {
    const children = [...node.children!];
    const from = children.findIndex(({ name }) => name === path.at(-1));
    const [child] = children.splice(from, 1);
    children.splice(Math.max(0, Math.min(children.length, to)), 0, child);
    return { ...node, children: named(children) };
  });
}
