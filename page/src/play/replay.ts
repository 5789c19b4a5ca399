// The moves of a link, a record or a kept game, with the positions on the way.

import { positions } from "../ask";
import { labelled, wayOf } from "../board/naming";
import type { GameFacts, Position, SoFar } from "../wire";
import { expectedOf } from "../words";
import { type GameTree, movesTo, type Node, planted, remarks, ROOT, type Twig } from "./gameTree";
import { asked } from "./settings";

/** Games of more moves, variations included, open at their end alone. */
export const MOST = 1200;
/** Positions of one request. */
const AT_ONCE = 100;

export interface Replayed {
  tree: GameTree;
  /** The position before the first move. */
  origin: Position;
}

/**
 * The tree of some twigs; null if they are too many, or one of the main line is refused. A variation that is refused ends
 * before the refused move. `patient` repeats requests.
 */
export async function replay(
  game: string,
  known: Promise<GameFacts>,
  { state, moves, draws }: SoFar,
  twigs: readonly (Twig | null)[],
  patient: <T>(attempt: () => Promise<T>) => Promise<T>,
  signal: AbortSignal,
): Promise<Replayed | null> {
  const ids = twigs.flatMap((twig, id) => (twig || id === ROOT ? [id] : []));
  if (ids.length > MOST) return null;
  const inner = new Set(twigs.map((twig) => twig?.parent));
  const soFar = (id: number): SoFar => ({ state, moves: [...moves, ...movesTo(twigs, id)], draws });
  const found = new Map<number, Position | null>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const items = some.map((id) => ({
      game,
      // A draw that could be claimed was not where the game went on.
      ...asked(inner.has(id) ? { ...soFar(id), draws: "automatic" } : soFar(id)),
    }));
    const answers = await patient(() => positions(items, signal));
    some.forEach((id, i) => found.set(id, answers[i]));
  }
  const [facts, origin] = [await known, found.get(ROOT)];
  if (!origin) return null;
  const nodes: Node[] = [...planted()];
  for (const [id, twig] of twigs.entries()) {
    if (id === ROOT) continue;
    const before = twig && (twig.parent === ROOT ? origin : nodes[twig.parent]?.ply?.then);
    const then = found.get(id);
    nodes[id] = { ply: null, parent: twig?.parent ?? ROOT, children: [] };
    if (!twig || !before) continue;
    if (!then) {
      if (isMain(twigs, id)) return null;
      continue;
    }
    // Links and records may spell a move in another way.
    const played =
      before.legal_moves.find((legal) => legal.move === twig.move) ??
      before.legal_moves.find((legal) => legal.label === twig.move) ??
      before.legal_moves.find((legal) => String(legal.state) === String(then.state));
    nodes[id].ply = {
      move: played?.move ?? twig.move,
      label: played ? labelled(played, before, facts) : twig.move,
      side: before.to_move,
      cells: played ? wayOf(played, before, facts) : [],
      by: twig.by ?? "link",
      after: soFar(id),
      then,
      expected: before.evaluation === null ? null : expectedOf(before.evaluation, before.to_move, facts),
      ...remarks(twig),
    };
    const parent = nodes[twig.parent];
    nodes[twig.parent] = { ...parent, children: [...parent.children, id] };
  }
  return { tree: nodes, origin };
}

/** Whether a twig is on the line of first children. */
function isMain(twigs: readonly (Twig | null)[], id: number): boolean {
  for (let at = id; at !== ROOT; at = twigs[at]!.parent) {
    const first = twigs.findIndex((twig, i) => i !== ROOT && twig?.parent === twigs[at]!.parent);
    if (first !== at) return false;
  }
  return true;
}
