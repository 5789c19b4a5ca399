// A game's tree as the contract has it: a line whose moves have remarks, and other lines in place of its moves.

import type { Drawing, RecordLine } from "../wire";
import { type GameTree, remarks, ROOT, type Twig } from "./gameTree";

/** The twigs of a line; its own moves come before its variations. */
export function twigsOf(line: RecordLine): (Twig | null)[] {
  const twigs: (Twig | null)[] = [null];
  const grow = ({ moves, comments, clocks, nags, variations, drawings }: RecordLine, root: number): void => {
    const ids = [root];
    const at = (i: number) => ({ comment: comments?.[i], drawings: drawings?.[i] });
    const isBegun = comments?.[0] !== undefined || drawings?.[0] !== undefined;
    moves.forEach((move, i) => {
      const before = i === 0 && isBegun ? remarks(at(0)) : undefined;
      twigs.push({ move, parent: ids[i], ...remarks({ ...at(i + 1), clock: clocks?.[i], nags: nags?.[i], before }) });
      ids.push(twigs.length - 1);
    });
    for (const [ply, others] of Object.entries(variations ?? {}))
      for (const other of others) grow(other, ids[Number(ply)]);
  };
  grow(line, ROOT);
  return twigs;
}

/** The line of first children from a node on, with all that is beside it. Its first move has this ply. */
export function lineFrom(tree: GameTree, first: number | undefined, ply = 0): Required<RecordLine> {
  const line: Required<RecordLine> = { moves: [], comments: {}, clocks: {}, nags: {}, variations: {}, drawings: {} };
  const { comments, clocks, nags, variations, drawings } = line;
  const add = (i: number, { comment, drawings: drawn }: { comment?: string; drawings?: Drawing[] }) => {
    if (comment) comments[i] = comments[i] ? `${comments[i]}\n${comment}` : comment;
    if (drawn) drawings[i] = [...(drawings[i] ?? []), ...drawn];
  };
  for (let [id, i] = [first, ply]; id !== undefined; id = tree[id].children[0], i++) {
    const { ply: played, parent } = tree[id];
    const { move, clock, nags: glyphs, before } = played!;
    line.moves.push(move);
    add(i, before ?? {});
    add(i + 1, played!);
    if (clock !== undefined) clocks[i] = clock;
    if (glyphs?.length) nags[i] = glyphs;
    const [main, ...others] = tree[parent].children;
    if (id === main && others.length > 0) variations[i] = others.map((other) => lineFrom(tree, other));
  }
  return line;
}
