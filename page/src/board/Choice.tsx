// Moves that share their cells.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { Content, GameFacts, LegalMove } from "../wire";
import { Mark } from "./pieces";

interface ChoiceProps {
  moves: LegalMove[];
  facts: GameFacts;
  side: string;
  /** What stands on their first cell. */
  from: Content;
  /** How a move is written. */
  label: (move: LegalMove) => string;
  /** The cell that they end at. */
  at: Element | null;
  /** Whether some move goes on from these cells. */
  goes: boolean;
  play: (move: LegalMove) => void;
  cancel: () => void;
}

/** A menu of moves that share their cells, at the last of them: pieces where they promote, else labels. */
export function Choice({ moves, facts, side, from, label, at, goes, play, cancel }: ChoiceProps): JSX.Element {
  const menu = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  // The first choice is nearly always the right one.
  const isUsual = (move: LegalMove) => /=Q/.test(move.label ?? "") || PROMOTES.test(move.move);
  const sorted = [...moves].sort((a, b) => Number(isUsual(b)) - Number(isUsual(a)));
  const promoted = (move: LegalMove) => named(move, side, facts) ?? become(move, from, facts);
  useLayoutEffect(() => place(menu.current!, at), [moves, at]);
  // As soon as the menu is there, because the next key belongs to it.
  useLayoutEffect(() => first.current?.focus(), [moves]);
  return (
    <div
      class="choice"
      role="group"
      aria-label="Which move?"
      ref={menu}
      onKeyDown={(event) => event.key === "Escape" && cancel()}
    >
      {!sorted.every(promoted) && <span>{goes ? "Stop here, or go on?" : "Which move?"}</span>}
      {sorted.map((move, i) => {
        const letter = promoted(move);
        const text = label(move);
        return (
          <button
            key={move.move}
            type="button"
            class={letter ? "primary piece-choice" : "primary"}
            title={text}
            ref={i === 0 ? first : undefined}
            onClick={() => play(move)}
          >
            {letter && (
              <svg viewBox="-46 -46 92 92" aria-hidden="true">
                <Mark letter={letter} facts={facts} layout="squares" />
              </svg>
            )}
            <span class={letter ? "unseen" : ""}>{text}</span>
          </button>
        );
      })}
      <button type="button" class="quiet" onClick={cancel}>
        {goes ? "Go on" : "Cancel"}
      </button>
    </div>
  );
}

/** The name of a move that promotes its piece to the one kind that there is: `8h2b+`. */
const PROMOTES = /\+$/;

/** The letter of a piece after such a move, or after the same without promotion. */
function become({ move }: LegalMove, from: Content, { pieces }: GameFacts): string | null {
  const found = Object.entries(pieces ?? {}).find(([, piece]) => piece.promoted_from === from);
  return found && from !== null ? (PROMOTES.test(move) ? found[0] : String(from)) : null;
}

/** The letter of the piece that a label such as e8=Q names. */
function named({ label }: LegalMove, side: string, { pieces }: GameFacts): string | null {
  const named = /=([A-Z])/.exec(label ?? "")?.[1];
  const found = Object.entries(pieces ?? {}).find(
    ([letter, piece]) => letter.toUpperCase() === named && piece.side === side,
  );
  return found?.[0] ?? null;
}

/** Puts the menu below the cell, or above it where there is no room, within the board's frame. */
function place(menu: HTMLElement, at: Element | null): void {
  const frame = menu.parentElement!.getBoundingClientRect();
  const cell = at?.getBoundingClientRect();
  if (!cell) return;
  const { width, height } = menu.getBoundingClientRect();
  const left = cell.left + cell.width / 2 - width / 2 - frame.left;
  const below = cell.bottom - frame.top + 4;
  const top = below + height <= frame.height ? below : cell.top - frame.top - height - 4;
  menu.style.left = `${Math.max(0, Math.min(frame.width - width, left))}px`;
  menu.style.top = `${Math.max(0, top)}px`;
}
