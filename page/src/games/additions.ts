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
  /** What the next cell of a begun move is for. */
  prompt?: (path: Cell[], moves: LegalMove[]) => string | null;
  /** A cell's name, where files and ranks do not name it, and what of it stands on the board. */
  cellName?: (cell: Cell, position: Position, facts: GameFacts) => { name: string; label: string };
  /** The squares of a capture, from its first to its last, by those that it takes. */
  way?: (from: Cell, to: Cell, taken: Cell[], board: Content[][]) => Cell[] | null;
  /** The cells that a move fills one after the other. */
  sown?: (from: Cell, before: Content[][], after: Content[][]) => Cell[];
}
