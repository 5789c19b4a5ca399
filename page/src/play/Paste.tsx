// A position or a whole game from elsewhere.

import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { sentence } from "../ask";
import * as link from "../link";
import type { DialogProps } from "./dialog";
import { contents } from "./records";
import { type OneOf, split } from "./variations";

/** As many games of a file are listed. */
const LISTED = 200;

export function Paste({ dialog, store, view }: DialogProps): JSX.Element {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const { facts } = view;
  const starts = facts?.numbered_starts;
  const formats = facts?.record_formats?.map((format) => (format === "moves" ? "a list of moves" : TITLES[format]));
  const [several, setSeveral] = useState<OneOf[]>([]);
  const read = async (one: string) => {
    const refused = await store.read(one);
    if (refused) setTrouble(refused);
    else {
      setTrouble("");
      setSeveral([]);
      dialog.close();
    }
  };
  const open = (event: Event) => {
    event.preventDefault();
    const games = split(text);
    if (games.length > 1) setSeveral(games);
    else void read(text);
  };
  const take = (file: File | undefined) => {
    setTrouble("");
    if (file) contents(file, view.index!).then(setText, (error) => setTrouble(sentence(error)));
  };
  return (
    <dialog
      ref={dialog.ref}
      aria-labelledby="paste-title"
      onClose={dialog.closed}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        take(event.dataTransfer?.files[0]);
      }}
    >
      <form onSubmit={open}>
        <h2 id="paste-title">Play from a position, or open a whole game</h2>
        <label>
          <span>
            A state of {facts?.title ?? "the game"}
            {formats?.length ? `, or ${formats.join(", ").replace(/, ([^,]*)$/, " or $1")}` : ""}
          </span>
          <textarea
            rows={6}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setSeveral([]);
            }}
            spellcheck={false}
            placeholder={link.text(view.position?.state)}
          />
        </label>
        {trouble && (
          <p class="notice bad" role="alert">
            {trouble}
          </p>
        )}
        {several.length > 0 && (
          <div class="several" role="group" aria-label="Games in this text">
            <p>There are {several.length} games. Which one?</p>
            <ul>
              {several.slice(0, LISTED).map(({ title, text }) => (
                <li key={title}>
                  <button type="button" class="quiet" onClick={() => void read(text)}>
                    {title}
                  </button>
                </li>
              ))}
            </ul>
            {several.length > LISTED && <p class="empty">These are the first {LISTED}.</p>}
          </div>
        )}
        <p class="examples">
          Examples:{" "}
          {facts?.state.examples.slice(0, 3).map((example, i) => (
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
          <label class="button file">
            <input type="file" onChange={(event) => take(event.currentTarget.files?.[0])} />
            <span>From a file</span>
          </label>
          <button type="button" onClick={dialog.close}>
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

export const TITLES: Record<string, string> = {
  pgn: "PGN",
  pdn: "PDN",
  sgf: "SGF",
  ggf: "GGF",
  psq: "Piskvork",
  hexworld: "a HexWorld address",
  transcript: "a transcript",
  moves: "moves",
};
