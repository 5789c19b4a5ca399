// The moves so far: to read, and to go back and forth through.

import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import { count, name } from "../words";
import { useDialog } from "./dialog";
import type { GameStore } from "./gameStore";
import { Graph } from "./Graph";
import { Paste } from "./Paste";
import { Save } from "./Save";
import { PositionEditor } from "./PositionEditor";
import { fault } from "./ReviewCard";
import { rounds } from "./tally";
import type { Ply, View } from "./view";

export function Record({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { plies, facts, at, review } = view;
  const list = useRef<HTMLOListElement>(null);
  const [setUp, paste, save] = [useDialog(), useDialog(), useDialog()];
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!current) list.current?.scrollTo(0, 0);
    else {
      const [frame, box] = [list.current!.getBoundingClientRect(), current.getBoundingClientRect()];
      if (box.top < frame.top || box.bottom > frame.bottom)
        list.current!.scrollTop += (box.top + box.bottom - frame.top - frame.bottom) / 2;
    }
  }, [plies, at]);
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const to = leads(event, store.view);
      if (to === null) return;
      event.preventDefault();
      void store.goTo(to);
    };
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }, [store]);
  const cell = ([ply, i]: [Ply, number]) => {
    const bad = fault(review?.plies.get(i));
    return (
      <button
        key={i}
        type="button"
        aria-current={i + 1 === at ? "step" : undefined}
        class={i >= at ? "later" : ""}
        onClick={() => void store.goTo(i + 1)}
      >
        <span class="unseen">{name(ply.side)}: </span>
        {ply.label}
        {bad && <span class={bad.verdict}>{bad.mark}</span>}
      </button>
    );
  };
  return (
    <section class="record card" aria-label="Game record">
      <div class="row">
        <h2>
          Game <small>{plies.length > 0 ? count(plies.length, "move") : ""}</small>
        </h2>
        {view.position?.board && (
          <button type="button" onClick={setUp.show}>
            Set up
          </button>
        )}
        <button type="button" disabled={!facts} onClick={paste.show}>
          Paste
        </button>
        <button type="button" disabled={!facts} onClick={save.show}>
          Save
        </button>
      </div>
      <PositionEditor dialog={setUp} store={store} view={view} />
      <Paste dialog={paste} store={store} view={view} />
      <Save dialog={save} store={store} view={view} />
      {plies.length > 1 && facts && <Graph store={store} view={view} />}
      {plies.length === 0 || !facts ? (
        <p class="empty">No moves yet.</p>
      ) : (
        <>
          <ol class="moves" ref={list} tabindex={0} aria-label="Moves">
            {rounds(plies, facts).map(({ number, first, second }) => (
              <li key={number}>
                <span class="no">{number}.</span>
                <span>{first.map(cell)}</span>
                <span>{second.map(cell)}</span>
              </li>
            ))}
          </ol>
          <div class="through" role="group" aria-label="Go through the game">
            <button type="button" aria-label="To the start" disabled={at === 0} onClick={() => void store.goTo(0)}>
              <Sign path="M5 3v10M13 3 7 8l6 5z" />
            </button>
            <button
              type="button"
              aria-label="One move back"
              disabled={at === 0}
              onClick={() => void store.goTo(at - 1)}
            >
              <Sign path="m11 3-6 5 6 5z" />
            </button>
            <input
              type="range"
              aria-label="Move"
              aria-valuetext={at === 0 ? "the start" : `${at}: ${plies[at - 1].label}`}
              min="0"
              max={plies.length}
              value={at}
              onInput={(event) => void store.goTo(Number(event.currentTarget.value))}
            />
            <button
              type="button"
              aria-label="One move on"
              disabled={at === plies.length}
              onClick={() => void store.goTo(at + 1)}
            >
              <Sign path="m5 3 6 5-6 5z" />
            </button>
            <button
              type="button"
              aria-label="To the last move"
              disabled={at === plies.length}
              onClick={() => void store.goTo(plies.length)}
            >
              <Sign path="M11 3v10M3 3l6 5-6 5z" />
            </button>
          </div>
        </>
      )}
    </section>
  );
}

function Sign({ path }: { path: string }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** The ply that an arrow key leads to, wherever the key means nothing else. */
function leads({ key, target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent, view: View): number | null {
  if (defaultPrevented || altKey || ctrlKey || metaKey || view.plies.length === 0) return null;
  if (target instanceof Element && target.closest("input, select, textarea, dialog, pre, [role=grid]")) return null;
  const to = { ArrowLeft: view.at - 1, ArrowRight: view.at + 1, Home: 0, End: view.plies.length }[key];
  return to === undefined || to < 0 || to > view.plies.length ? null : to;
}
