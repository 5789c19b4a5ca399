// Children taken along their row.

import { useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Point } from "./layout";
import type { DrawnNode } from "./walk";

interface Drag {
  id: string | null;
  dx: number;
  grab: (event: PointerEvent, id: string) => void;
  over: (event: PointerEvent) => void;
  drop: () => void;
  cancel: () => void;
}

/** Takes a child along its row; a press without a move selects. */
export function useDrag(
  places: Map<string, Point>,
  parents: Map<string, DrawnNode>,
  picture: RefObject<SVGSVGElement | null>,
  select: (id: string) => void,
  move: ((id: string, to: number) => void) | null,
): Drag {
  const start = useRef<{ id: string; x: number; scale: number } | null>(null);
  const [held, setHeld] = useState<{ id: string; dx: number } | null>(null);
  const end = () => {
    start.current = null;
    setHeld(null);
  };
  return {
    id: held?.id ?? null,
    dx: held?.dx ?? 0,
    grab: (event, id) => {
      const box = picture.current!.getBoundingClientRect();
      start.current = { id, x: event.clientX, scale: picture.current!.viewBox.baseVal.width / box.width };
    },
    over: (event) => {
      if (!start.current || !move || !parents.has(start.current.id)) return;
      const dx = (event.clientX - start.current.x) * start.current.scale;
      if (held || Math.abs(dx) > 7) setHeld({ id: start.current.id, dx });
    },
    drop: () => {
      if (start.current && !held) select(start.current.id);
      if (held && move) {
        const siblings = parents.get(held.id)!.children;
        const x = places.get(held.id)!.x + held.dx;
        const others = siblings.filter(({ id }) => id !== held.id);
        const to = others.filter(({ id }) => places.get(id)!.x < x).length;
        if (siblings[to]?.id !== held.id) move(held.id, to);
      }
      end();
    },
    cancel: end,
  };
}
