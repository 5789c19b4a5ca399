// The shelves on which games stand in the picker. A game that is not listed stands on the last one.

import type { GameSummary } from "../wire";

const SHELVES: [title: string, games: string[]][] = [
  ["In a row, and connected", ["tic-tac-toe", "ultimate-tic-tac-toe", "connect-four", "gomoku", "hex"]],
  ["Sowing", ["kalah", "oware"]],
  ["Chess and other battles", ["chess", "breakthrough", "nine-mens-morris"]],
  ["Draughts", ["checkers", "draughts", "russian-draughts", "brazilian-draughts"]],
  ["Ground to gain", ["othello", "ataxx", "dots-and-boxes"]],
  ["Numbers to think with", ["nim", "bones", "tree"]],
];

/** Games in their groups; empty groups are left out. */
export function shelved(games: GameSummary[]): [title: string, games: GameSummary[]][] {
  const known = new Set(SHELVES.flatMap(([, ids]) => ids));
  const shelf = (ids: string[]) =>
    ids.map((id) => games.find((game) => game.id === id)).filter((game) => game !== undefined);
  const all: [string, GameSummary[]][] = SHELVES.map(([title, ids]) => [title, shelf(ids)]);
  return [...all, ["More", games.filter(({ id }) => !known.has(id))] as [string, GameSummary[]]].filter(
    ([, games]) => games.length > 0,
  );
}
