// What is done with the game as a whole.

import { useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import * as link from "../link";
import type { GameStore } from "./gameStore";
import type { View } from "./view";

export function Controls({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const paste = useRef<HTMLDialogElement>(null);
  const thinking = view.thought?.running && view.thought.why === "move";
  const over = view.position?.over ?? true;
  const waits = view.paused && !!view.position && view.settings.plays.includes(view.position.to_move) && !over;
  const share = async () => {
    await navigator.clipboard?.writeText(location.origin + location.pathname + store.link()).catch(() => undefined);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <div class="controls" role="group" aria-label="Game controls">
      <button type="button" onClick={() => void store.open(view.facts!.id)} disabled={!view.facts}>
        New game
      </button>
      <button type="button" onClick={() => void store.undo()} disabled={view.plies.length === 0}>
        Undo
      </button>
      {waits ? (
        <button type="button" class="primary" onClick={() => void store.resume()}>
          Let plyd move
        </button>
      ) : (
        <button type="button" onClick={() => void store.advise()} disabled={over || thinking || !view.facts}>
          Move for me
        </button>
      )}
      <label class="switch">
        <input
          type="checkbox"
          checked={view.showValues}
          onChange={(event) => void store.showValues(event.currentTarget.checked)}
        />
        <span>Show values</span>
      </label>
      <button type="button" onClick={() => store.flip()} disabled={!view.position?.board}>
        Flip
      </button>
      <button type="button" onClick={() => paste.current?.showModal()} disabled={!view.facts}>
        Paste
      </button>
      <button type="button" onClick={() => void share()} disabled={!view.facts}>
        {copied ? "Copied" : "Link"}
      </button>
      <Paste dialog={paste} store={store} view={view} />
    </div>
  );
}

function Paste({
  dialog,
  store,
  view,
}: {
  dialog: { current: HTMLDialogElement | null };
  store: GameStore;
  view: View;
}): JSX.Element {
  const [text, setText] = useState("");
  const starts = view.facts?.numbered_starts;
  const open = (event: Event) => {
    event.preventDefault();
    dialog.current?.close();
    if (view.facts) void store.open(view.facts.id, link.state(text));
  };
  return (
    <dialog ref={dialog} aria-labelledby="paste-title">
      <form onSubmit={open}>
        <h2 id="paste-title">Play from a position</h2>
        <label>
          <span>A state of {view.facts?.title ?? "the game"}, as it stands in a request</span>
          <textarea
            rows={4}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            spellcheck={false}
            placeholder={link.text(view.position?.state)}
          />
        </label>
        <p class="examples">
          Examples:{" "}
          {view.facts?.state.examples.slice(0, 3).map((example, i) => (
            <button key={i} type="button" class="quiet" onClick={() => setText(link.text(example))}>
              <code>{link.text(example)}</code>
            </button>
          ))}
        </p>
        {starts && (
          <div class="numbered">
            <label>
              <span>{starts.title}, start number</span>
              <input
                type="number"
                min="0"
                max={starts.count - 1}
                value={text.startsWith(starts.prefix) ? text.slice(starts.prefix.length) : ""}
                onInput={(event) => setText(starts.prefix + event.currentTarget.value)}
              />
            </label>
            <button type="button" onClick={() => setText(starts.prefix + Math.floor(Math.random() * starts.count))}>
              Random
            </button>
          </div>
        )}
        <div class="row end">
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" class="primary">
            Open
          </button>
        </div>
      </form>
    </dialog>
  );
}
