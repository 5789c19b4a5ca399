// Moves that share their cells.

import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { LegalMove } from "../wire";

interface ChoiceProps {
  moves: LegalMove[];
  /** Whether some move goes on from these cells. */
  goes: boolean;
  play: (move: LegalMove) => void;
  cancel: () => void;
}

/** A menu of moves that share their cells, by label. */
export function Choice({ moves, goes, play, cancel }: ChoiceProps): JSX.Element {
  const first = useRef<HTMLButtonElement>(null);
  // The first choice is nearly always the right one.
  const sorted = [...moves].sort((a, b) => Number(/=Q/.test(b.label ?? "")) - Number(/=Q/.test(a.label ?? "")));
  useEffect(() => first.current?.focus(), [moves]);
  return (
    <div class="choice" role="group" aria-label="Which move?" onKeyDown={(event) => event.key === "Escape" && cancel()}>
      <span>{goes ? "Stop here, or go on?" : "Which move?"}</span>
      {sorted.map((move, i) => (
        <button
          key={move.move}
          type="button"
          class="primary"
          ref={i === 0 ? first : undefined}
          onClick={() => play(move)}
        >
          {move.label ?? move.move}
        </button>
      ))}
      <button type="button" class="quiet" onClick={cancel}>
        {goes ? "Go on" : "Cancel"}
      </button>
    </div>
  );
}
