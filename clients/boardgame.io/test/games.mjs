// Two games written for boardgame.io, and what plyd has to know about each.

import { createRequire } from "node:module";

// boardgame.io's entries are folders. Bundlers and `require` can read them, but Node.js's `import` cannot.
const require = createRequire(import.meta.url);
const { INVALID_MOVE } = require("boardgame.io/core");

const SIDES = ["X", "O"];
const ended = ({ winner, full }) => (winner === undefined ? (full ? { draw: true } : undefined) : { winner });

/** Whether one player has a line of `length` cells. `cells` lists the rows from the top. */
function inARow(cells, width, length) {
  const height = cells.length / width;
  const at = (row, column) => (column >= 0 && column < width && row < height ? cells[row * width + column] : null);
  const steps = [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, -1],
  ];
  return cells.find(
    (player, cell) =>
      player !== null &&
      steps.some(([down, right]) =>
        Array.from({ length }, (_, n) => at(Math.floor(cell / width) + n * down, (cell % width) + n * right)).every(
          (other) => other === player,
        ),
      ),
  );
}

const over =
  (width, length) =>
  ({ G }) =>
    ended({ winner: inARow(G.cells, width, length), full: G.cells.every((player) => player !== null) });

function rows(cells, width, write) {
  return Array.from({ length: cells.length / width }, (_, row) =>
    write(cells.slice(row * width, (row + 1) * width)),
  ).join("/");
}

export const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell({ G, playerID }, cell) {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: over(3, 3),
  ai: {
    enumerate: ({ cells }) =>
      cells.flatMap((player, cell) => (player === null ? [{ move: "clickCell", args: [cell] }] : [])),
  },
};

/** The same, but both players may act at any time. A click out of turn is a mistake. */
export const BothActive = {
  ...TicTacToe,
  name: "both-active",
  setup: () => ({ ...TicTacToe.setup(), outOfTurn: 0 }),
  turn: { ...TicTacToe.turn, activePlayers: { all: null } },
  moves: {
    clickCell(move, cell) {
      if (move.playerID !== move.ctx.currentPlayer) move.G.outOfTurn += 1;
      return TicTacToe.moves.clickCell(move, cell);
    },
  },
};

export const ticTacToe = {
  game: "tic-tac-toe",
  // XOX/OX./..O: the third rank first.
  position: ({ cells }) => ({ state: rows(cells, 3, (row) => row.map((player) => SIDES[player] ?? ".").join("")) }),
  move: (move) => ({ move: "clickCell", args: ["abc".indexOf(move[0]) + 3 * (3 - Number(move[1]))] }),
};

export const ConnectFour = {
  name: "connect-four",
  setup: () => ({ cells: Array(42).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop({ G, playerID }, column) {
      const row = [5, 4, 3, 2, 1, 0].find((row) => G.cells[row * 7 + column] === null);
      if (row === undefined) return INVALID_MOVE;
      G.cells[row * 7 + column] = playerID;
    },
  },
  endIf: over(7, 4),
  ai: {
    enumerate: ({ cells }) =>
      [0, 1, 2, 3, 4, 5, 6].flatMap((at) => (cells[at] === null ? [{ move: "drop", args: [at] }] : [])),
  },
};

/** `2OX2`: numbers for empty cells. */
const fen = (row) =>
  row
    .map((player) => SIDES[player] ?? ".")
    .join("")
    .replace(/\.+/g, ({ length }) => length);

export const connectFour = {
  game: "connect-four",
  // 7/7/7/7/3X3/3OX2 O: the top row first, then who is to move. When a game is over, boardgame.io passes no turn, so discs are counted.
  position: ({ cells }) => {
    const discs = cells.filter((player) => player !== null).length;
    return { state: `${rows(cells, 7, fen)} ${SIDES[discs % 2]}` };
  },
  move: (move) => ({ move: "drop", args: [Number(move) - 1] }),
};
