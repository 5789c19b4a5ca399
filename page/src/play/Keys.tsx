// The keyboard: moves that are typed, and keys for what is done most.

import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { labelled } from "../board/naming";
import type { LegalMove } from "../wire";
import { useStore } from "../store";
import { useDialog } from "./dialog";
import type { GameStore } from "./gameStore";
import { keyOf, KeysButton } from "./KeysButton";
import { LAST_STAGE } from "./searching";
import { typed } from "./typing";
import { told } from "./view";

/** As many moves that a text begins are named. */
const NAMED = 6;

/** For so long a letter that is a key, but begins a move too, waits for the rest of the move, in milliseconds. */
const REST = 350;

/** For so long after a typed move an Enter is taken for its end, in milliseconds. */
const SPARE = 1000;

const LIST: [keys: string[], meaning: string][] = [
  [["←", "→"], "one move back or on"],
  [["Home", "End"], "to the start, to the last move"],
  [["f"], "turn the board"],
  [["h"], "a hint, and more of it"],
  [["N", "f", "3"], "play a move by typing it as the list of moves writes it"],
  [["/"], "begin to type a move"],
  [["↑", "↓"], "from cell to cell, when the board has the focus; Enter picks"],
  [["Esc"], "cancel"],
  [["?"], "this list"],
];

interface Props {
  store: GameStore;
  /** Keys that were pressed while this was loaded. */
  first: string[];
}

export function Keys({ store, first }: Props): JSX.Element {
  const view = useStore(store);
  const [text, setText] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const help = useDialog();
  /** The text as the last key left it. */
  const written = useRef<string | null>(null);
  const held = useRef<{ key: string; timer: number } | null>(null);
  /** What had the focus before a move was typed, and when the last typed move was played. */
  const before = useRef<Element | null>(null);
  const playedAt = useRef(-Infinity);
  const { facts, position } = view;

  const matching = (text: string) => {
    const { facts, position } = store.view;
    if (!facts || !position || !store.isOpen()) return { move: null, begun: [] };
    return typed(text, position.legal_moves, (move) => labelled(move, position, facts));
  };
  const write = (text: string | null) => {
    written.current = text;
    setText(text);
  };
  const close = () => {
    write(null);
    if (before.current instanceof HTMLElement || before.current instanceof SVGElement) before.current.focus();
  };
  const play = (move: LegalMove) => {
    close();
    playedAt.current = performance.now();
    void store.play(move);
  };
  const type = (text: string) => {
    setRefused(false);
    const { move, begun } = matching(text);
    if (move && begun.length === 1) play(move);
    else write(text);
  };
  const begin = (text: string) => {
    before.current = document.activeElement;
    type(text);
  };
  const enter = () => {
    const { move, begun } = matching(text ?? "");
    const meant = move ?? (begun.length === 1 ? begun[0] : null);
    if (meant) play(meant);
    else setRefused(true);
  };

  // A text that was begun says nothing about another position. Before the first keys, which may begin one.
  useEffect(() => write(null), [position]);
  useEffect(() => {
    const act = (key: string) => {
      const { position } = store.view;
      if (key === "f" && position?.board) store.flip();
      if (key === "h" && store.isOpen() && (told(store.view)?.stage ?? 0) < LAST_STAGE) void store.hint();
    };
    /** Does what a key is for; whether it is for anything. */
    const handled = (key: string): boolean => {
      const waiting = held.current?.key ?? "";
      clearTimeout(held.current?.timer);
      held.current = null;
      // Before the field has the focus.
      if (written.current !== null) type(written.current + key);
      else if (waiting && matching(waiting + key).begun.length > 0) begin(waiting + key);
      else {
        act(waiting);
        if (key === "?") help.show();
        else if (key === "/") begin("");
        else if (key === "f" || key === "h") {
          // An "f4" may follow, which is a move.
          if (matching(key).begun.length === 0) act(key);
          else {
            const later = () => {
              held.current = null;
              act(key);
            };
            held.current = { key, timer: window.setTimeout(later, REST) };
          }
        } else if (/[a-z0-9@]/i.test(key) && matching(key).begun.length > 0) begin(key);
        else return false;
      }
      return true;
    };
    const press = (event: KeyboardEvent) => {
      const key = keyOf(event);
      if (key && handled(key)) event.preventDefault();
    };
    first.forEach(handled);
    // A move is played as soon as it is whole; the Enter that ends it is not meant for what has the focus then.
    const end = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || performance.now() - playedAt.current > SPARE) return;
      playedAt.current = -Infinity;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", press);
    document.addEventListener("keydown", end, true);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("keydown", end, true);
    };
  }, [store]);

  const begun = text ? matching(text).begun : [];
  return (
    <>
      {text !== null && facts && position && (
        <form
          class="typing"
          onSubmit={(event) => {
            event.preventDefault();
            enter();
          }}
          onFocusOut={() => write(null)}
        >
          <label>
            <span>Move</span>
            <input
              ref={(element) => element?.focus()}
              autocomplete="off"
              spellcheck={false}
              enterkeyhint="go"
              aria-invalid={refused}
              value={text}
              onInput={(event) => type(event.currentTarget.value)}
              onKeyDown={(event) => event.key === "Escape" && close()}
            />
          </label>
          <output>
            {refused || (text !== "" && begun.length === 0)
              ? "No move is written so."
              : begun
                  .slice(0, NAMED)
                  .map((move) => labelled(move, position, facts))
                  .join(" ") + (begun.length > NAMED ? " …" : "")}
          </output>
        </form>
      )}
      <dialog ref={help.ref} class="key-list" aria-labelledby="keys-title" onClose={help.closed}>
        <div class="row">
          <h2 id="keys-title">Keys</h2>
          <button type="button" onClick={help.close}>
            Close
          </button>
        </div>
        <dl>
          {LIST.map(([keys, meaning]) => (
            <div key={meaning}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </dialog>
      <KeysButton show={help.show} />
    </>
  );
}
