// Boards and rules that a game's states can have, as a form. The one place of the page that names games.

export interface Field {
  name: string;
  label: string;
  /** A number within bounds, one of some words, or a free text. */
  kind: { least: number; most: number } | { words: [value: string, title: string][] } | "text";
  usual: string;
}

export interface Variants {
  fields: Field[];
  /** The start with these values. */
  start: (values: Record<string, string>) => string;
}

const number = (name: string, label: string, least: number, most: number, usual: number): Field => ({
  name,
  label,
  kind: { least, most },
  usual: String(usual),
});
const choice = (name: string, label: string, ...words: [string, string][]): Field => ({
  name,
  label,
  kind: { words },
  usual: words[0][0],
});

const times = (count: string, row: (index: number) => string): string =>
  Array.from({ length: Number(count) }, (_, i) => row(i)).join("/");

export const VARIANTS: Record<string, Variants | undefined> = {
  gomoku: {
    fields: [
      number("size", "Board", 3, 20, 15),
      number("row", "In a row", 3, 10, 5),
      choice("rule", "Longer rows", ["", "win too"], [" exactly", "do not win"], [" renju", "renju"]),
    ],
    start: ({ size, row, rule }) => `${times(size, () => size)} X ${row}${rule}`,
  },
  hex: {
    fields: [
      number("size", "Board", 2, 19, 11),
      choice("swap", "First move", ["", "stays"], [" swap", "may be swapped"]),
    ],
    start: ({ size, swap }) => `${times(size, () => size)} X${swap}`,
  },
  "dots-and-boxes": {
    fields: [number("rows", "Rows", 1, 7, 3), number("columns", "Columns", 1, 7, 3)],
    start: ({ rows, columns }) => {
      const [across, upright] = ["0".repeat(Number(columns)), "0".repeat(Number(columns) + 1)];
      return `${times(String(2 * Number(rows) + 1), (i) => (i % 2 === 0 ? across : upright))} 0,0 A`;
    },
  },
  kalah: {
    fields: [number("houses", "Houses", 1, 10, 6), number("seeds", "Seeds in each", 2, 24, 4)],
    start: ({ houses, seeds }) => {
      const side = [...Array<string>(Number(houses)).fill(seeds), "0"].join(",");
      return `${side}/${side} south`;
    },
  },
  nim: {
    fields: [
      { name: "heaps", label: "Heaps", kind: "text", usual: "3,5,7" },
      choice("last", "The last object", ["", "wins"], [" misere", "loses"]),
    ],
    start: ({ heaps, last }) => `${heaps.replace(/\s/g, "")} max${last}`,
  },
  breakthrough: {
    fields: [number("files", "Files", 3, 11, 8), number("ranks", "Ranks", 4, 11, 8)],
    start: ({ files, ranks }) =>
      `${times(ranks, (i) => (i < 2 ? "p".repeat(Number(files)) : i >= Number(ranks) - 2 ? "P".repeat(Number(files)) : files))} w`,
  },
};
