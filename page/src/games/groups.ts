// The shelves on which games stand in the picker. A game that is not listed stands on the last one.

import type { GameSummary } from "../wire";
import { VARIANTS } from "./chess";

const SHELVES: [title: string, games: string[]][] = [
  ["Chess and its variants", ["chess", ...VARIANTS]],
  [
    "In a row, and connected",
    ["tic-tac-toe", "ultimate-tic-tac-toe", "connect-four", "gomoku", "hex", "nine-mens-morris"],
  ],
  ["Draughts and other battles", ["checkers", "draughts", "russian-draughts", "brazilian-draughts", "breakthrough"]],
  ["Shogi and xiangqi", ["shogi", "minishogi", "xiangqi"]],
  ["Sowing", ["kalah", "oware"]],
  ["Ground to gain", ["othello", "ataxx", "dots-and-boxes"]],
  ["Numbers to think with", ["nim", "bones", "tree"]],
];

/** Games in their groups, those that were played last in the first one; empty groups are left out. */
export function shelved(games: GameSummary[], recent: readonly string[]): [title: string, games: GameSummary[]][] {
  const known = new Set(SHELVES.flatMap(([, ids]) => ids));
  const shelf = (ids: readonly string[]) =>
    ids.map((id) => games.find((game) => game.id === id)).filter((game) => game !== undefined);
  const all: [string, GameSummary[]][] = SHELVES.map(([title, ids]) => [
    title,
    shelf(ids.filter((id) => !recent.includes(id))),
  ]);
  const rest = games.filter(({ id }) => !known.has(id) && !recent.includes(id));
  const groups: [string, GameSummary[]][] = [["Played last", shelf(recent)], ...all, ["More", rest]];
  return groups.filter(([, games]) => games.length > 0);
}

/** The games that have a text in their names or descriptions, names first. */
export function found(games: GameSummary[], text: string): GameSummary[] {
  const words = text
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean);
  const has = (where: string) => words.every((word) => where.toLowerCase().includes(word));
  const named = games.filter(({ id, title, aliases }) => has([id, title, ...(aliases ?? [])].join(" ")));
  return [...named, ...games.filter((game) => !named.includes(game) && has(`${game.title} ${game.summary}`))];
}
