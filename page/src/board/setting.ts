// States of boards that are set up.

import { settable } from "../games/settable";
import type { GameFacts, Position } from "../wire";
import { type Board, lines, notation } from "./encode";

/** Writes boards of this position's size into its state; null where no known notation gives the state. */
export function encoder(position: Position, facts: GameFacts): ((board: Board) => string) | null {
  const found = notation(position, facts);
  if (!found) return null;
  const { write, before, rest } = found;
  return (board) => {
    const after =
      write === lines
        ? rest.replace(/^ \d+,(\d+)/, (_, other) => shares(board, Number(other)))
        : (settable(facts.id)?.rest?.(rest, board, facts) ?? rest);
    return before + write(board, position, facts) + after;
  };
}

/** The boxes of both sides, as many as are closed: new ones are the first side's. */
function shares(board: Board, other: number): string {
  const closed = board.flatMap((row, r) =>
    row.filter((_, c) => {
      const around = [board[r - 1]?.[c], board[r + 1]?.[c], row[c - 1], row[c + 1]];
      return r % 2 === 1 && c % 2 === 1 && around.every((line) => line !== null);
    }),
  ).length;
  return ` ${closed - Math.min(closed, other)},${Math.min(closed, other)}`;
}

/** The state with the other side to move; null where the text does not name it as other states do. */
export function withSide(state: string, from: string, to: string): string | null {
  for (const short of [false, true]) {
    const [old, other] = short ? [from.charAt(0), to.charAt(0)] : [from, to];
    for (const change of [(word: string) => word, (word: string) => word.toUpperCase()]) {
      const pattern = new RegExp(`(^|[ :])${change(old)}(?=$|[ :])`);
      if (pattern.test(state)) return state.replace(pattern, `$1${change(other)}`);
    }
  }
  // FEN has w for the first side, whatever its name.
  const field = / ([wb])(?= |$)/.exec(state);
  return field && state.slice(0, field.index + 1) + (field[1] === "w" ? "b" : "w") + state.slice(field.index + 2);
}
