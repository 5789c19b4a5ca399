// A piece is taken along, beside being clicked.

import { useEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Cell } from "../wire";
import { same } from "./picking";

/** Pixels that the pointer goes before a press is a drag. */
export const LEAST = 5;

export interface Held {
  cell: Cell;
  dx: number;
  dy: number;
  /** The cell under the pointer. */
  over: Cell | null;
}

interface Drag {
  held: Held | null;
  grab: (event: PointerEvent) => void;
  over: (event: PointerEvent) => void;
  drop: (event: PointerEvent) => void;
  cancel: () => void;
}

/** `lift` begins a move at a cell, `put` ends it at another. */
export function useDrag(
  board: RefObject<SVGSVGElement | null>,
  starts: (cell: Cell) => boolean,
  lift: (cell: Cell) => void,
  put: (cell: Cell) => void,
): Drag {
  const start = useRef<{ cell: Cell; x: number; y: number } | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  useEffect(() => {
    // A finger on a piece drags it; one beside it scrolls the page. The browser asks before it scrolls.
    const hold = (event: TouchEvent) => start.current && event.cancelable && event.preventDefault();
    const element = board.current!;
    element.addEventListener("touchmove", hold, { passive: false });
    return () => element.removeEventListener("touchmove", hold);
  }, [board]);
  const cancel = () => {
    start.current = null;
    setHeld(null);
  };
  return {
    held,
    cancel,
    grab: (event) => {
      const cell = cellAt(board.current, event.clientX, event.clientY);
      if (event.button === 0 && cell && starts(cell)) start.current = { cell, x: event.clientX, y: event.clientY };
    },
    over: (event) => {
      if (!start.current) return;
      const { cell, x, y } = start.current;
      const [right, down] = [event.clientX - x, event.clientY - y];
      if (!held && Math.hypot(right, down) < LEAST) return;
      if (!held) {
        // From now on the board hears of the pointer wherever it is, and no click follows.
        board.current!.setPointerCapture(event.pointerId);
        lift(cell);
      }
      const scale = board.current!.getScreenCTM()!.a;
      setHeld({ cell, dx: right / scale, dy: down / scale, over: cellAt(board.current, event.clientX, event.clientY) });
    },
    drop: (event) => {
      const target = held && cellAt(board.current, event.clientX, event.clientY);
      const from = start.current?.cell;
      cancel();
      if (target && from && !same(target, from)) put(target);
    },
  };
}

/** The cell of a board, or of any in an element, under a point of the screen. */
export function cellAt(board: Element | null, x: number, y: number): Cell | null {
  const named = document.elementFromPoint(x, y)?.closest<SVGElement>("[data-cell]");
  if (!named || !board?.contains(named)) return null;
  return named.dataset.cell!.split(",").map(Number) as Cell;
}
