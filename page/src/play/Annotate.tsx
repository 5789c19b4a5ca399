// What a person says about the shown move: a judgement and a comment.

import type { JSX } from "preact";
import type { GameStore } from "./gameStore";
import { glyph, JUDGEMENTS, TONES } from "./nags";
import type { View } from "./view";

export function Annotate({ store, view, id }: { store: GameStore; view: View; id: number }): JSX.Element {
  const { label, comment, nags = [] } = view.tree[id].ply!;
  const judge = (nag: number) => {
    // A move has one judgement. What a record says about the position stays.
    const others = nags.filter((each) => !JUDGEMENTS.some(([known]) => known === each));
    store.annotate(id, { nags: nags.includes(nag) ? others : [nag, ...others] });
  };
  return (
    <div class="annotate">
      <div class="row tight wrap" role="group" aria-label={`Judgement of ${label}`}>
        {JUDGEMENTS.map(([nag, title]) => (
          <button key={nag} type="button" aria-pressed={nags.includes(nag)} title={title} onClick={() => judge(nag)}>
            <span class={TONES[nag]}>{glyph(nag)}</span>
            <span class="unseen"> {title}</span>
          </button>
        ))}
      </div>
      <textarea
        rows={2}
        aria-label={`Comment on ${label}`}
        placeholder={`Comment on ${label}`}
        defaultValue={comment}
        onChange={({ currentTarget: { value } }) => store.annotate(id, { comment: value.trim() || undefined })}
      />
    </div>
  );
}
