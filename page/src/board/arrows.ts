// Arrows and rings that a person draws with the right button, as on other boards.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Cell, Position } from "../wire";
import { cellAt } from "./dragging";
import { same } from "./picking";

/** From one cell to another; a ring where they are the same. */
export type Drawn = [from: Cell, to: Cell];

const RIGHT = 2;

export function useArrows(board: RefObject<SVGSVGElement | null>, position: Position) {
  const [drawn, setDrawn] = useState<Drawn[]>([]);
  const from = useRef<Cell | null>(null);
  useLayoutEffect(() => setDrawn([]), [position.state]);
  return {
    drawn,
    clear: () => drawn.length > 0 && setDrawn([]),
    /** Whether a press begins an arrow. */
    begin: ({ button, clientX, clientY }: PointerEvent): boolean => {
      from.current = button === RIGHT ? cellAt(board.current, clientX, clientY) : null;
      return from.current !== null;
    },
    /** Draws the arrow, or takes away the one that is there. */
    end: ({ button, clientX, clientY }: PointerEvent): boolean => {
      const [start, to] = [from.current, cellAt(board.current, clientX, clientY)];
      from.current = null;
      if (button !== RIGHT || !start) return false;
      if (!to) return true;
      const rest = drawn.filter(([a, b]) => !same(a, start) || !same(b, to));
      setDrawn(rest.length < drawn.length ? rest : [...drawn, [start, to]]);
      return true;
    },
  };
}
