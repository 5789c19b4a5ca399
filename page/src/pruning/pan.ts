// A drawing larger than its frame is taken hold of and moved.

import { useRef } from "preact/hooks";

interface Pan {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

/** For a mouse, between the nodes; fingers scroll anyway. */
export function usePan(): Pan {
  const from = useRef<{ frame: HTMLElement; x: number; y: number } | null>(null);
  const end = () => {
    from.current?.frame.classList.remove("panning");
    from.current = null;
  };
  return {
    onPointerDown: (event) => {
      const frame = event.currentTarget as HTMLElement;
      const free =
        event.pointerType === "mouse" && event.button === 0 && !(event.target as Element).closest(".grip, .callout");
      if (!free) return;
      from.current = { frame, x: event.clientX + frame.scrollLeft, y: event.clientY + frame.scrollTop };
      frame.classList.add("panning");
    },
    onPointerMove: (event) => {
      if (!from.current) return;
      const { frame, x, y } = from.current;
      frame.scrollLeft = x - event.clientX;
      frame.scrollTop = y - event.clientY;
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
