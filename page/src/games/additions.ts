// What a game may add to its description, for its look.

import type { Cell, Content, GameFacts, LegalMove, Position } from "../wire";

export interface Special {
  /** What counters count. */
  counted?: string;
  /** Whether both sides look at the board from the same end. */
  shared?: boolean;
  /** Whether it says nothing about who stands better that a side has more pieces than the other. */
  uneven?: boolean;
  /** What a state's text says beside the board and the side to move, where that is shown. */
  beside?: (state: string) => Pick<Position, "hands" | "counters">;
  /** What follows the board in a state's text, once the board was set up. */
  rest?: (rest: string, board: Content[][], facts: GameFacts) => string;
  /** Rights that a state has beside its board, as far as the board allows them; and the state with others. */
  rights?: (state: string, board: Content[][]) => { letter: string; title: string; on: boolean }[];
  withRights?: (state: string, letters: string[], board: Content[][]) => string;
  /** What the next cell of a begun move is for. */
  prompt?: (path: Cell[], moves: LegalMove[]) => string | null;
  /** A cell's name, where files and ranks do not name it, and what of it stands on the board. */
  cellName?: (cell: Cell, position: Position, facts: GameFacts) => { name: string; label: string };
  /** The squares of a capture, from its first to its last, by those that it takes. */
  way?: (from: Cell, to: Cell, taken: Cell[], board: Content[][]) => Cell[] | null;
  /** The cells that a move fills one after the other. */
  sown?: (from: Cell, before: Content[][], after: Content[][]) => Cell[];
}
