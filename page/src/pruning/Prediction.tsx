// The question whether the next branch is cut, and how the answers went.

import type { JSX } from "preact";
import type { TreeStore, View } from "./treeStore";

export function Prediction({ store, view }: { store: TreeStore; view: View }): JSX.Element | null {
  const { predict, verdict, score } = view;
  if (!predict) return null;
  return (
    <div class="prediction">
      {store.asks() ? (
        <div class="row wrap" role="group" aria-label="Predict the cut">
          <b>Is the next branch cut?</b>
          <button type="button" onClick={() => store.guess(true)}>
            It is cut
          </button>
          <button type="button" onClick={() => store.guess(false)}>
            It is looked at
          </button>
        </div>
      ) : (
        !verdict && view.step === 0 && <p class="empty">Step on: before each branch that may be cut you are asked.</p>
      )}
      {verdict && (
        <p class={verdict.right ? "right" : "wrong"} role="status">
          {verdict.words}
        </p>
      )}
      {score[1] > 0 && (
        <small class="caption">
          {score[0]} of {score[1]} right
        </small>
      )}
    </div>
  );
}
