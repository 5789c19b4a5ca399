// A player beside the board: who it is, whose turn, and what was taken or is held.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Hand, HandProps } from "../board/Hand";
import { hasDrops } from "../board/picking";
import { described, emblem, Mark, tone } from "../board/pieces";
import { special } from "../games/special";
import type { Content, GameFacts } from "../wire";
import { count, name } from "../words";
import { faceOf, left } from "./clock";
import { points, surplus } from "./tally";
import { isOver, type View } from "./view";

/** What hands share with the board, and what shows them, once that is loaded. */
export interface Dropping extends Omit<HandProps, "letters" | "facts"> {
  Hand?: typeof Hand;
}

interface Props {
  view: View;
  player: number;
  /** Who closed a box, by its cell. */
  owners: Map<string, string>;
  /** How pieces in hand are dropped. */
  dropping: Dropping;
}

export function Seat({ view, player, owners, dropping }: Props): JSX.Element {
  const { position, settings } = view;
  const facts = view.facts!;
  const side = facts.players[player];
  const turn = !isOver(view) && position!.to_move === side;
  const byPlyd = settings.plays.includes(side);
  const level = settings.by === "level" && facts.levels.length > 0 ? ` level ${settings.level}` : "";
  const named = Object.entries(view.tags).find(([tag]) => tag.toLowerCase() === side.toLowerCase())?.[1];
  const score = points(side, view, owners);
  const hands = position!.hands?.[player];
  const counter = position!.counters?.[player];
  const counted = special(facts.id)?.counted;
  const more = surplus(side, view);
  return (
    <div class={`seat${turn ? " turn-here" : ""}`} data-side={side}>
      <SideMark side={side} facts={facts} />
      <b>{name(side, facts)}</b>
      <span class="who">{byPlyd ? `plyd${level}` : (named ?? "you")}</span>
      {score !== null && (
        <output class={`points ${score > 99 ? "long" : ""}`} aria-label={`${name(side, facts)}’s points`}>
          {score}
        </output>
      )}
      {counter !== undefined && <output class="counter">{counted ? count(counter, counted) : counter} to go</output>}
      {hands &&
        (hasDrops(facts) ? (
          dropping.Hand ? (
            <dropping.Hand {...dropping} letters={hands} facts={facts} moves={turn ? dropping.moves : []} />
          ) : (
            <span class="hand" />
          )
        ) : (
          <Pieces title="in hand" letters={hands} facts={facts} />
        ))}
      {more && more.letters.length > 0 && (
        <Pieces title="more" letters={more.letters} ahead={more.ahead} facts={facts} />
      )}
      <Clock view={view} side={side} />
    </div>
  );
}

/** What a side has left, where there is a clock. */
function Clock({ view, side }: { view: View; side: string }): JSX.Element | null {
  const [, tick] = useState(0);
  const runs = view.spent.since !== null && view.position!.to_move === side;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((n) => n + 1), 100);
    return () => clearInterval(timer);
  }, [runs]);
  const ms = left(view, side, performance.now());
  if (ms === null) return null;
  const face = faceOf(view, ms);
  return (
    <span
      class={`clock${runs ? " runs" : ""}${ms < 20_000 ? " short" : ""}${face.includes("+") ? " long" : ""}`}
      role="timer"
    >
      <span class="unseen">{name(side, view.facts!)} has left </span>
      {face}
    </span>
  );
}

/** A side's ordinary piece, or the colour of its boxes, so that "X" is seen to be the red discs. */
export function SideMark({ side, facts }: { side: string; facts: GameFacts }): JSX.Element | null {
  const letter = emblem(side, facts);
  const boxes = facts.layout === "edges";
  if (letter === null && !boxes) return null;
  return (
    <svg class="side-mark" viewBox="-46 -46 92 92" aria-hidden="true">
      {boxes ? (
        <rect class={`box ${tone(side, "", facts)}`} x="-36" y="-36" width="72" height="72" rx="8" />
      ) : (
        <Mark letter={letter} facts={facts} layout={facts.layout ?? "cells"} />
      )}
    </svg>
  );
}

/** Pieces beside the board, each kind once with its number. */
function Pieces({
  title,
  letters,
  ahead = 0,
  facts,
}: {
  title: string;
  letters: Content[];
  /** By how much they put the side ahead. */
  ahead?: number;
  facts: GameFacts;
}): JSX.Element {
  const kinds = [...new Set(letters)];
  const count = (letter: Content) => letters.filter((other) => other === letter).length;
  return (
    <span
      class="held"
      role="group"
      aria-label={`${title}: ${kinds.map((kind) => `${count(kind)} ${described(kind, facts)!.name}`).join(", ") || "nothing"}`}
    >
      {kinds.map((letter) => (
        <span key={letter} aria-hidden="true">
          <svg viewBox="-46 -46 92 92">
            <Mark letter={letter} facts={facts} layout="cells" />
          </svg>
          {count(letter) > 1 && <b>{count(letter)}</b>}
        </span>
      ))}
      {ahead > 0 ? (
        <b>+{ahead}</b>
      ) : (
        title !== "more" && <small aria-hidden="true">{kinds.length === 0 ? `nothing ${title}` : title}</small>
      )}
    </span>
  );
}
