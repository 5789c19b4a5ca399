// What the moves so far amount to: rounds, captured pieces, closed boxes, and points on the board.

import { described } from "../board/pieces";
import { gathered } from "../games/mancala";
import { special } from "../games/special";
import type { Cell, Content, GameFacts, Position } from "../wire";
import type { Ply } from "./gameTree";
import type { View } from "./view";

export interface Round {
  number: number;
  /** The plies of the first and of the other sides, with their indices. */
  first: [Ply, number][];
  second: [Ply, number][];
}

/** The plies as a table: a new round begins when the first side moves after another. */
export function rounds(plies: Ply[], { players }: GameFacts): Round[] {
  const list: Round[] = [];
  plies.forEach((ply, i) => {
    const isFirst = ply.side === players[0];
    if (list.length === 0 || (isFirst && list.at(-1)!.second.length > 0))
      list.push({ number: list.length + 1, first: [], second: [] });
    list.at(-1)![isFirst ? "first" : "second"].push([ply, i]);
  });
  return list;
}

const letters = (position: Position | null | undefined): Content[] =>
  (position?.board ?? []).flat().filter((content) => content !== null);

const of = (side: string, all: Content[], facts: GameFacts): Content[] =>
  all.filter((letter) => described(letter, facts)?.side === side);

/** What pieces are worth, by the last word of their names; any other is worth one. */
const WORTH: Record<string, number> = { queen: 9, rook: 5, bishop: 3, knight: 3, horse: 3, cannon: 3 };

export interface Surplus {
  /** The pieces that the other side has fewer of, as it lost them. */
  letters: Content[];
  /** By how much a side is ahead; not above zero for the other one. */
  ahead: number;
}

/**
 * What a side has more than the other, on the board and in hand; in games where pieces leave the board, once one has, and
 * where that is worth something.
 */
export function surplus(side: string, { origin, position, facts }: View): Surplus | null {
  const { players } = facts!;
  const all = (of: Position | null) => [...letters(of), ...(of?.hands ?? []).flat()];
  const [before, now] = [all(origin), all(position)];
  if (
    special(facts!.id)?.uneven ||
    players.length !== 2 ||
    now.length >= before.length ||
    now.some((letter) => typeof letter === "number")
  )
    return null;
  const kind = (letter: Content) => described(letter, facts!)!.name.split(" ").at(-1)!;
  const other = players.find((each) => each !== side)!;
  const [own, theirs] = [side, other].map((each) => of(each, now, facts!));
  // Each of the other side's pieces makes up for one of the same kind.
  const rest = theirs.map(kind);
  const more = own.map(kind).filter((each) => {
    const index = rest.indexOf(each);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
  const [plus, minus] = [more, rest].map((kinds) => kinds.reduce((sum, each) => sum + (WORTH[each] ?? 1), 0));
  const lost = of(other, Object.keys(facts!.pieces ?? {}), facts!);
  const letter = (each: string) => lost.find((letter) => kind(letter) === each) ?? null;
  return { letters: more.map(letter).filter((each) => each !== null), ahead: plus - minus };
}

const isBox = (row: number, column: number): boolean => row % 2 === 1 && column % 2 === 1;

/** Who drew each line and closed each box. Those from before the first known move have nobody. */
export function owners({ origin, plies, at, facts }: View): Map<string, string> {
  const found = new Map<string, string>();
  if (facts?.layout !== "edges") return found;
  let before = origin;
  for (const { then, side, cells } of plies.slice(0, at)) {
    for (const cell of cells) found.set(String(cell), side);
    then.board?.forEach((row, r) =>
      row.forEach((content, c) => {
        if (isBox(r, c) && content !== null && before?.board?.[r]?.[c] === null) found.set(`${r},${c}`, side);
      }),
    );
    before = then;
  }
  return found;
}

/** What a side has in its store, in games of sowing. */
function seeds(side: string, facts: GameFacts, position: Position): number | null {
  if (facts.layout !== "pits") return null;
  const [upper] = gathered(position, facts)!;
  return Number(side === facts.players[0] ? upper.at(-1) : upper[0]);
}

/**
 * A side's points that the board shows: boxes closed, or pieces where more of them win; null in other games, and where
 * nobody is known to have closed some box.
 */
export function points(side: string, { facts, position }: View, owners: Map<string, string>): number | null {
  if (facts!.layout === "edges") {
    const closed = position!.board!.flatMap((row, r) => row.filter((content, c) => isBox(r, c) && content !== null));
    const boxes = [...owners].filter(([cell]) => isBox(...(cell.split(",").map(Number) as Cell)));
    if (closed.length > boxes.length) return null;
    return boxes.filter(([, owner]) => owner === side).length;
  }
  const store = seeds(side, facts!, position!);
  if (store !== null) return store;
  const all = letters(position);
  const counts = facts!.score.kind === "margin" && all.every((letter) => typeof letter === "string");
  return counts && Object.keys(facts!.pieces ?? {}).length > 0 ? of(side, all, facts!).length : null;
}

/** The points of both sides, in games that are decided by them. */
export const counted =
  (view: View) =>
  (side: string): number | null =>
    view.facts!.score.kind === "margin" ? points(side, view, owners(view)) : null;
