// The game to be taken along: as a record of each format that the game has, and as a link.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { sentence } from "../ask";
import { Copy } from "../Copy";
import * as link from "../link";
import { Segments } from "../Segments";
import type { DialogProps } from "./dialog";
import { TITLES } from "./Paste";
import { exported } from "./export";
import { download, tagged } from "./records";

export function Save({ dialog, store, view }: DialogProps): JSX.Element {
  const { open } = dialog;
  const { facts, tree, start } = view;
  const formats = facts?.record_formats ?? [];
  const [chosen, setChosen] = useState("");
  const [record, setRecord] = useState("");
  const [trouble, setTrouble] = useState("");
  const format = formats.includes(chosen) ? chosen : (formats[0] ?? "");
  useEffect(() => {
    if (!open || !facts || !format) return;
    setRecord("");
    setTrouble("");
    const task = new AbortController();
    exported(facts, start, tree, format, tagged(view, format), task.signal).then(
      setRecord,
      (error) => task.signal.aborted || setTrouble(sentence(error)),
    );
    return () => task.abort();
  }, [open, facts, tree, format]);
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
            onClick={() =>
              download(record, `plyd-${facts!.id}.${format === "moves" || format === "transcript" ? "txt" : format}`)
            }
          >
            Download
          </button>
          <button type="button" class="primary" onClick={dialog.close}>
            Done
          </button>
        </div>
      </div>
    </dialog>
  );
}
