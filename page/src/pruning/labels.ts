// One notation for a whole tree: pruned moves get the labels that visited ones have.

import { ask } from "../ask";
import type { Position, TreeNode } from "../wire";

/** Nodes asked about in one request, and in all; above that the whole tree has the moves' plain names. */
const [AT_ONCE, MOST] = [200, 1000];

/** The tree with the labels of pruned moves, which the listing leaves out; without any label where they cannot be had. */
export async function label(game: string, root: TreeNode, signal: AbortSignal): Promise<TreeNode> {
  const nodes = all(root);
  if (!nodes.some(({ label }) => label !== null)) return root;
  const cut = nodes.filter(({ pruned }) => pruned.length > 0);
  if (cut.length > MOST) return plain(root);
  const labels = new Map<TreeNode, string[]>();
  for (let from = 0; from < cut.length; from += AT_ONCE) {
    const some = cut.slice(from, from + AT_ONCE);
    const items = some.map(({ state }) => ({ op: "position", game, state }));
    const { results } = await ask<{ results: { status: number; body: Position }[] }>("/v1/batch", { items }, signal);
    if (results.some(({ status }) => status !== 200)) return plain(root);
    for (const [i, node] of some.entries()) {
      const named = new Map(results[i].body.legal_moves.map(({ move, label }) => [move, label ?? move]));
      labels.set(
        node,
        node.pruned.map((move) => named.get(move) ?? move),
      );
    }
  }
  const relabel = (node: TreeNode): TreeNode => ({
    ...node,
    pruned_labels: labels.get(node),
    children: node.children.map(relabel),
  });
  return relabel(root);
}

const all = (node: TreeNode): TreeNode[] => [node, ...node.children.flatMap(all)];

const plain = (node: TreeNode): TreeNode => ({ ...node, label: null, children: node.children.map(plain) });
