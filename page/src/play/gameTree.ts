// A game with its variations, as a tree of plies. It asks no server and knows nothing of the page.

import type { Cell, Drawing, Position, SoFar } from "../wire";

/** What a record says about a move. */
export interface Remarks {
  comment?: string;
  /** The milliseconds that the mover had left after the move. */
  clock?: number;
  /** Numeric annotation glyphs (PGN, 8.2.4), such as 4 for a blunder. */
  nags?: number[];
  /** What is drawn on the board after the move. */
  drawings?: Drawing[];
  /** What a record says before the first move of a line. */
  before?: { comment?: string; drawings?: Drawing[] };
}

/** The remarks alone, without those that are not there. */
export function remarks({ comment, clock, nags, drawings, before }: Remarks): Remarks {
  const given = Object.entries({ comment, clock, nags, drawings, before }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/** A move that was played, and the position after it. */
export interface Ply extends Remarks {
  move: string;
  label: string;
  side: string;
  cells: Cell[];
  by: "you" | "plyd" | "link";
  after: SoFar;
  then: Position;
  /** For the first player: the expected score, from 0 to 1, of the position before the move. */
  expected: number | null;
}

export interface Node {
  /** None at the root. */
  ply: Ply | null;
  parent: number;
  /** The first one continues the line; the others are variations. */
  children: readonly number[];
}

/** Nodes by their ids. The root is the start of the game and has the id 0. */
export type GameTree = readonly Node[];

export const ROOT = 0;

export const planted = (): GameTree => [{ ply: null, parent: ROOT, children: [] }];

/** Plays a move at a node. A move that was played there before leads to its node, which then has the new ply. */
export function grown(tree: GameTree, parent: number, ply: Ply): { tree: GameTree; id: number } {
  const known = tree[parent].children.find((child) => tree[child].ply?.move === ply.move);
  if (known !== undefined) return { tree: changed(tree, known, ply), id: known };
  const id = tree.length;
  const nodes = tree.map((node, i) => (i === parent ? { ...node, children: [...node.children, id] } : node));
  return { tree: [...nodes, { ply, parent, children: [] }], id };
}

/** Replaces parts of a node's ply. */
export function changed(tree: GameTree, id: number, part: Partial<Ply>): GameTree {
  return tree.map((node, i) => (i === id && node.ply ? { ...node, ply: { ...node.ply, ...part } } : node));
}

/** The nodes from the root, which is left out, to a node. */
export function path(tree: GameTree, id: number): number[] {
  const nodes: number[] = [];
  for (let at = id; at !== ROOT; at = tree[at].parent) nodes.unshift(at);
  return nodes;
}

/** The path to a node and on to the end of the game: along the line that was shown before, then along first children. */
export function line(tree: GameTree, id: number, shown: readonly number[] = []): number[] {
  const nodes = path(tree, id);
  for (let at = id; tree[at].children.length > 0; nodes.push(at)) {
    const { children } = tree[at];
    at = children.find((child) => shown.includes(child)) ?? children[0];
  }
  return nodes;
}

/** The node that a line shows after `at` of its moves. */
export const nodeAt = (line: readonly number[], at: number): number => line[at - 1] ?? ROOT;

/** The line of first children. */
export const mainLine = (tree: GameTree): number[] => line(tree, ROOT);

/** Makes the path to a node the main line. */
export function promoted(tree: GameTree, id: number): GameTree {
  const nodes = path(tree, id);
  const first = new Map(nodes.map((node) => [tree[node].parent, node]));
  return tree.map((node, i) => {
    const chosen = first.get(i);
    if (chosen === undefined) return node;
    return { ...node, children: [chosen, ...node.children.filter((child) => child !== chosen)] };
  });
}

/** Takes a node and all that follows it away. The other ids stay, so its own are never used again. */
export function without(tree: GameTree, id: number): GameTree {
  const { parent } = tree[id];
  return tree.map((node, i) =>
    i === parent ? { ...node, children: node.children.filter((child) => child !== id) } : node,
  );
}

/** The variations that leave the main line or a variation at a node: every child but the first. */
export const variations = (tree: GameTree, id: number): readonly number[] => tree[id].children.slice(1);

/** A tree as it is kept: positions are left out, since the server tells them again. */
export interface Twig extends Remarks {
  move: string;
  parent: number;
  by?: Ply["by"];
}

/** The nodes in the order of their ids, so that a parent comes before its children; null for those taken away. */
export function kept(tree: GameTree): (Twig | null)[] {
  const reached = new Set<number>();
  const visit = (id: number) => {
    reached.add(id);
    tree[id].children.forEach(visit);
  };
  visit(ROOT);
  return tree.map(({ ply, parent }, id) => {
    if (!ply || !reached.has(id)) return null;
    const { move, by } = ply;
    return { move, parent, by, ...remarks(ply) };
  });
}

/** The order of every node's children, which `Twig`s alone do not tell after a promotion. */
export const orders = (tree: GameTree): number[][] => tree.map(({ children }) => [...children]);

/** The twigs of a game without variations. */
export const straight = (moves: string[]): (Twig | null)[] => [
  null,
  ...moves.map((move, parent) => ({ move, parent })),
];

/** The moves that lead to a twig. */
export function movesTo(twigs: readonly (Twig | null)[], id: number): string[] {
  const moves: string[] = [];
  for (let at = id; at !== ROOT; at = twigs[at]!.parent) moves.unshift(twigs[at]!.move);
  return moves;
}
