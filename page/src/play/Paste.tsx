// A position or a whole game from elsewhere.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { sentence } from "../ask";
import * as link from "../link";
import type { DialogProps } from "./dialog";
import type { Several } from "./opening";
import * as reading from "./reading";

/** How many games of a file are listed at a time. */
const LISTED = 50;

export function Paste({ dialog, store, view }: DialogProps): JSX.Element {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const { facts } = view;
  const starts = facts?.numbered_starts;
  const formats = facts?.record_formats?.map((format) => (format === "moves" ? "a list of moves" : TITLES[format]));
  const [several, setSeveral] = useState<Several | null>(null);
  const read = async (text: string, index?: number) => {
    let open = false;
    const refused = await store.read(reading, text, index, (several) => {
      open = true;
      setSeveral(several);
    });
    setTrouble(refused ?? "");
    if (refused || open) return;
    setSeveral(null);
    dialog.close();
  };
  const open = (event: Event) => {
    event.preventDefault();
    void read(text);
  };
  const take = (file: File | undefined) => {
    setTrouble("");
    if (file) store.contents(reading, file).then(setText, (error) => setTrouble(sentence(error)));
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
              setSeveral(null);
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
        {several && <Choose several={several} read={(index) => void read(several.text, index)} />}
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

/** The games of a text, some at a time. Their titles are asked for one after the other. */
function Choose({ several, read }: { several: Several; read: (index: number) => void }): JSX.Element {
  const { games, title } = several;
  const [from, setFrom] = useState(0);
  const [titles, setTitles] = useState<string[]>([]);
  const some = Math.min(LISTED, games - from);
  useEffect(() => {
    setTitles([]);
    const task = new AbortController();
    const ask = async () => {
      for (let i = 0; i < some; i++) {
        const found = await title(from + i, task.signal).catch(() => "cannot be read");
        if (task.signal.aborted) return;
        setTitles((titles) => [...titles, found]);
      }
    };
    void ask();
    return () => task.abort();
  }, [several, from]);
  return (
    <div class="several" role="group" aria-label="Games in this text">
      <p>There are {games} games. Which one?</p>
      <ul>
        {Array.from({ length: some }, (_, i) => (
          <li key={from + i}>
            <button type="button" class="quiet" onClick={() => read(from + i)}>
              {from + i + 1}. {titles[i] ?? "…"}
            </button>
          </li>
        ))}
      </ul>
      {games > LISTED && (
        <div class="row">
          <button type="button" disabled={from === 0} onClick={() => setFrom(from - LISTED)}>
            Before
          </button>
          <button type="button" disabled={from + LISTED >= games} onClick={() => setFrom(from + LISTED)}>
            More
          </button>
        </div>
      )}
    </div>
  );
}

export const TITLES: Record<string, string> = {
  pgn: "PGN",
  pdn: "PDN",
  sgf: "SGF",
  ggf: "GGF",
  psq: "Piskvork",
  hexworld: "a HexWorld address",
  kif: "KIF",
  csa: "CSA",
  transcript: "a transcript",
  moves: "moves",
  reviewed: "with the review",
};
