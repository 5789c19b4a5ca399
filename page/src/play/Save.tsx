// The game to be taken along: as a record of each format that the game has, and as a link.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { sentence } from "../ask";
import { Copy } from "../Copy";
import * as link from "../link";
import { Segments } from "../Segments";
import type { DialogProps } from "./dialog";
import { TITLES } from "./Paste";
import { exported, headed } from "./export";
import { picture } from "./Graph";
import { download, tagged } from "./records";

/** What is chosen beside the formats: the record that the review wrote, with its marks and better lines. */
const REVIEWED = "reviewed";

/** What a file's name ends in. */
function suffix(format: string, record: string, formats: string[]): string {
  if (format !== REVIEWED) return format === "moves" || format === "transcript" ? "txt" : format;
  if (record.startsWith("(;")) return "sgf";
  return formats.find((each) => each === "pgn" || each === "pdn") ?? "txt";
}

export function Save({ dialog, store, view }: DialogProps): JSX.Element {
  const { open } = dialog;
  const { facts, tree, start } = view;
  const marked = view.review?.summary?.record;
  const formats = [...(facts?.record_formats ?? []), ...(marked ? [REVIEWED] : [])];
  const [chosen, setChosen] = useState("");
  const [record, setRecord] = useState("");
  const [trouble, setTrouble] = useState("");
  // The first format that says who played.
  const usual = formats.find((each) => each === "pgn" || each === "pdn" || each === "sgf") ?? formats[0] ?? "";
  const format = formats.includes(chosen) ? chosen : usual;
  useEffect(() => {
    if (!open || !facts || !format) return;
    setRecord("");
    setTrouble("");
    const task = new AbortController();
    const written =
      format === REVIEWED
        ? headed(facts, store.soFar(), marked!, tagged(view, suffix(format, marked!, formats)), task.signal)
        : exported(facts, start, tree, format, tagged(view, format), task.signal);
    written.then(setRecord, (error) => task.signal.aborted || setTrouble(sentence(error)));
    return () => task.abort();
  }, [open, facts, tree, format, marked]);
  return (
    <dialog ref={dialog.ref} aria-labelledby="save-title" onClose={dialog.closed}>
      <div class="form">
        <h2 id="save-title">Take the game along</h2>
        <Segments
          label="Format"
          name="format"
          options={formats.map((each) => [each, TITLES[each]?.replace(/^a /, "") ?? each])}
          value={format}
          set={setChosen}
        />
        {trouble ? (
          <p class="notice bad" role="alert">
            {trouble}
          </p>
        ) : (
          <pre class="record-text" tabindex={0} aria-label="Record">
            {record}
          </pre>
        )}
        <div class="row end wrap">
          <Copy title="Copy link" text={() => link.whole(store.link())} />
          <Copy title="Copy record" text={() => record} disabled={!record} />
          <button
            type="button"
            disabled={!record}
            onClick={() => download(record, `plyd-${facts!.id}.${suffix(format, record, facts!.record_formats ?? [])}`)}
          >
            Download
          </button>
          {format === REVIEWED && (
            <button type="button" onClick={() => download(picture(view), `plyd-${facts!.id}.svg`, "image/svg+xml")}>
              Graph
            </button>
          )}
          <button type="button" class="primary" onClick={dialog.close}>
            Done
          </button>
        </div>
      </div>
    </dialog>
  );
}
