// The part of a tree that is drawn: what is open, with moves that are equal by symmetry folded into one.

import { representatives } from "./symmetry";
import type { Positions } from "./positions";
import type { DrawnNode, Step } from "./walk";

/** Trees up to so many nodes are open as a whole. */
const SMALL = 60;

export interface Shape {
  /** Nodes whose children are hidden or shown against the rule. */
  toggled: Set<string>;
  fold: boolean;
}

/** The tree as it is drawn. In a large one, the children of the root's children are opened one by one. */
export function shaped(whole: DrawnNode, { toggled, fold }: Shape, positions: Positions): DrawnNode {
  const folded = fold ? foldAll(whole, positions) : whole;
  const large = size(folded) > SMALL;
  const close = (drawn: DrawnNode): DrawnNode => {
    const closed = drawn.children.length > 0 && (large && drawn.depth > 0) !== toggled.has(drawn.id);
    return { ...drawn, closed, children: closed ? [] : drawn.children.map(close) };
  };
  return close(folded);
}

function foldAll(drawn: DrawnNode, positions: Positions): DrawnNode {
  const position = drawn.node && positions.get(drawn.node.state);
  if (!position) return { ...drawn, children: drawn.children.map((child) => foldAll(child, positions)) };
  const first = representatives(position);
  const groups = new Map<string, DrawnNode[]>();
  for (const child of drawn.children) {
    const name = first.get(child.move) ?? child.move;
    groups.set(name, [...(groups.get(name) ?? []), child]);
  }
  const children = [...groups.values()].map((group) => ({ ...foldAll(group[0], positions), alike: group.length }));
  return { ...drawn, children };
}

export const size = ({ children }: DrawnNode): number => 1 + children.reduce((sum, child) => sum + size(child), 0);

/** The steps that concern what is drawn. */
export function seen(steps: Step[], shown: DrawnNode): Step[] {
  const ids = new Set<string>();
  const visit = (drawn: DrawnNode) => {
    ids.add(drawn.id);
    drawn.children.forEach(visit);
  };
  visit(shown);
  return steps.filter(({ id, from }) => ids.has(id) && (from === undefined || ids.has(from)));
}
