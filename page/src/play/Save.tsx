// The game to be taken along: as a record of each format that the game has, and as a link.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { sentence } from "../ask";
import { Copy } from "../Copy";
import * as link from "../link";
import { Segments } from "../Segments";
import { Diagram } from "./Diagram";
import type { DialogProps } from "./dialog";
import { TITLES } from "./Paste";
import { ANNOTATED, exported, type Exported } from "./export";
import { picture } from "./Graph";
import { download } from "./records";

/** What is chosen beside the formats: the usual one, with the review's marks and better lines. */
const REVIEWED = "reviewed";

/** What is chosen for a picture of the shown position. */
const DIAGRAM = "diagram";

/** What a file's name ends in. */
const suffix = (format: string): string => (format === "moves" || format === "transcript" ? "txt" : format);

const NOTHING: Exported = { record: "", lost: [] };

export function Save({ dialog, store, view }: DialogProps): JSX.Element {
  const { open } = dialog;
  const { facts, tree, ending, review } = view;
  const known = facts?.record_formats ?? [];
  // The first format that says who played, and has marks.
  const usual = known.find((each) => ANNOTATED.includes(each)) ?? known[0] ?? "";
  const formats = [
    ...known,
    ...(review?.summary && ANNOTATED.includes(usual) ? [REVIEWED] : []),
    ...(view.position?.board ? [DIAGRAM] : []),
  ];
  const [chosen, setChosen] = useState("");
  const [{ record, lost }, setWritten] = useState<Exported>(NOTHING);
  const [trouble, setTrouble] = useState("");
  const choice = formats.includes(chosen) ? chosen : usual;
  const reviewed = choice === REVIEWED;
  const format = reviewed ? usual : choice;
  useEffect(() => {
    if (!open || !facts || !format || choice === DIAGRAM) return;
    setWritten(NOTHING);
    setTrouble("");
    const task = new AbortController();
    exported(view, format, reviewed, task.signal).then(
      (written) => task.signal.aborted || setWritten(written),
      (error) => task.signal.aborted || setTrouble(sentence(error)),
    );
    return () => task.abort();
  }, [open, facts, tree, ending, review, choice]);
  return (
    <dialog ref={dialog.ref} aria-labelledby="save-title" onClose={dialog.closed}>
      <div class="form">
        <h2 id="save-title">Take the game along</h2>
        <Segments
          label="Format"
          name="format"
          options={formats.map((each) => [each, TITLES[each]?.replace(/^a /, "") ?? each])}
          value={choice}
          set={setChosen}
        />
        {choice === DIAGRAM ? (
          open && <Diagram view={view} close={dialog.close} />
        ) : (
          <>
            {trouble ? (
              <p class="notice bad" role="alert">
                {trouble}
              </p>
            ) : (
              <pre class="record-text" role="region" tabindex={0} aria-label="Record">
                {record}
              </pre>
            )}
            {lost.length > 0 && <p class="empty">This format has no room for: {lost.join(", ")}.</p>}
            <div class="row end wrap">
              <Copy title="Copy link" text={() => link.whole(store.link())} />
              <Copy title="Copy record" text={() => record} disabled={!record} />
              <button
                type="button"
                disabled={!record}
                onClick={() => download(record, `plyd-${facts!.id}.${suffix(format)}`)}
              >
                Download
              </button>
              {reviewed && (
                <button type="button" onClick={() => download(picture(view), `plyd-${facts!.id}.svg`, "image/svg+xml")}>
                  Graph
                </button>
              )}
              <button type="button" class="primary" onClick={dialog.close}>
                Done
              </button>
            </div>
          </>
        )}
      </div>
    </dialog>
  );
}
