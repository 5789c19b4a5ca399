// Pieces in hand, beside the board: one is pressed and then a cell, or it is taken to the cell.

import { useRef, useState } from "preact/hooks";
import type { JSX, TargetedPointerEvent } from "preact";
import type { Cell, GameFacts, LegalMove } from "../wire";
import { cellAt, LEAST } from "./dragging";
import { drops, same } from "./picking";
import { Mark, spelled } from "./pieces";

/** A piece that is to be dropped. */
export interface Chosen {
  letter: string;
  /** The cell that it is held over. */
  over: Cell | null;
  /** Whether keys chose it, so that the next ones are for the board. */
  keyed: boolean;
}

/** What a hand and its board share. */
export interface Choosing {
  chosen: Chosen | null;
  choose: (chosen: Chosen | null) => void;
}

export interface HandProps extends Choosing {
  letters: string[];
  facts: GameFacts;
  /** The legal moves; none where no person moves for this side. */
  moves: LegalMove[];
  /** The best move, where it is asked for. */
  best?: LegalMove;
  play: (move: LegalMove) => void;
}

/** A piece under the pointer, and how wide the board shows it. */
interface Held {
  letter: string;
  x: number;
  y: number;
  size: number;
}

/** Where the board is, for a hand beside it. */
const AROUND = ".table, dialog";

export function Hand({ letters, facts, moves, best, chosen, choose, play }: HandProps): JSX.Element {
  const start = useRef<{ x: number; y: number } | null>(null);
  const isDragged = useRef(false);
  const [held, setHeld] = useState<Held | null>(null);
  const cancel = () => {
    start.current = null;
    setHeld(null);
  };
  const drag = (letter: string, event: TargetedPointerEvent<HTMLElement>) => {
    const { clientX: x, clientY: y, currentTarget } = event;
    // A press may have ended unheard, when another position came.
    if (!start.current || event.buttons === 0) return cancel();
    isDragged.current ||= Math.hypot(x - start.current.x, y - start.current.y) >= LEAST;
    if (!isDragged.current) return;
    const field = currentTarget.closest(AROUND)!.querySelector("[data-cell] .field")!;
    setHeld({ letter, x, y, size: field.getBoundingClientRect().width });
    choose({ letter, over: cellAt(document.body, x, y), keyed: false });
  };
  const drop = (letter: string, { clientX: x, clientY: y, currentTarget }: TargetedPointerEvent<HTMLElement>) => {
    const ends = start.current !== null && isDragged.current;
    cancel();
    // A press that shook a little is no drag: the piece stays chosen.
    if (!ends || currentTarget.contains(document.elementFromPoint(x, y))) return;
    const over = cellAt(document.body, x, y);
    const move = over && moves.find((move) => drops(move, letter) && same(move.cells[0], over));
    choose(null);
    if (move) play(move);
  };
  const kinds = [...new Set(letters)].map((letter) => {
    const many = letters.filter((other) => other === letter).length;
    const title = `${spelled(letter, facts)}, ${many} in hand`;
    const shown = (
      <>
        <svg viewBox="-46 -46 92 92" aria-hidden="true">
          <Mark letter={letter} facts={facts} layout={facts.layout ?? "cells"} />
        </svg>
        {/* A number that was text beside the piece's character would have to be in the name. */}
        {many > 1 && <b aria-hidden="true" data-many={many} />}
      </>
    );
    const isBest = best !== undefined && drops(best, letter);
    return moves.some((move) => drops(move, letter)) ? (
      <button
        key={letter}
        type="button"
        class={[isBest && "best", many === 1 && held?.letter === letter && "taken"].filter(Boolean).join(" ")}
        aria-label={`drop ${title}`}
        aria-pressed={chosen?.letter === letter}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = { x: event.clientX, y: event.clientY };
          isDragged.current = false;
        }}
        onPointerMove={(event) => drag(letter, event)}
        onPointerUp={(event) => drop(letter, event)}
        onPointerCancel={() => {
          cancel();
          choose(null);
        }}
        onClick={({ detail }) => {
          // A click that follows a drag is none.
          if (detail > 0 && isDragged.current) return;
          choose(chosen?.letter === letter ? null : { letter, over: null, keyed: detail === 0 });
        }}
        onKeyDown={({ key }) => key === "Escape" && choose(null)}
      >
        {shown}
      </button>
    ) : (
      <span key={letter} role="img" aria-label={title}>
        {shown}
      </span>
    );
  });
  return (
    <span class="hand" role="group" aria-label="In hand">
      {kinds.length > 0 ? kinds : <small>nothing in hand</small>}
      {held && chosen && (
        // Over everything, dialogs too.
        <div
          class="lifted"
          popover="manual"
          ref={lift}
          style={{ left: `${held.x}px`, top: `${held.y}px`, width: `${held.size}px` }}
        >
          <svg viewBox="-50 -50 100 100">
            <Mark letter={held.letter} facts={facts} layout={facts.layout ?? "cells"} />
          </svg>
        </div>
      )}
    </span>
  );
}

const lift = (element: HTMLElement | null): void => element?.showPopover?.();
