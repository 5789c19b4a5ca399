// Positions of a tree's nodes: they have the labels of pruned moves, the cells that symmetry is seen by, and the boards.

import { positions } from "../ask";
import type { GameFacts, Position, State, TreeNode } from "../wire";

/** States asked about in one request, and in all. */
const [AT_ONCE, MOST] = [150, 600];

/** Positions by their state, fetched as they are needed. */
export class Positions {
  private known = new Map<string, Position>();
  private game = "";

  get(state: State): Position | undefined {
    return this.known.get(key(state));
  }

  /** Fetches what is missing; false where there is too much of it, or the server refuses. */
  async fetch({ id }: GameFacts, states: State[], signal: AbortSignal): Promise<boolean> {
    if (this.game !== id) this.known.clear();
    this.game = id;
    const missing = [...new Map(states.map((state) => [key(state), state]))].filter(([text]) => !this.known.has(text));
    if (missing.length > MOST) return false;
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      const some = missing.slice(from, from + AT_ONCE);
      const found = await positions(
        some.map(([, state]) => ({ game: id, state })),
        signal,
      );
      if (!found.every((position) => position !== null)) return false;
      some.forEach(([text], i) => this.known.set(text, found[i]));
    }
    return true;
  }
}

const key = (state: State): string => (typeof state === "string" ? state : JSON.stringify(state));

/** The states of all inner nodes. */
export function interior(node: TreeNode): State[] {
  return node.children.length === 0 ? [] : [node.state, ...node.children.flatMap(interior)];
}

/** The tree without labels: one notation for visited and pruned moves, where the labels of these are not known. */
export function plainly(node: TreeNode): TreeNode {
  return { ...node, label: null, children: node.children.map(plainly) };
}
