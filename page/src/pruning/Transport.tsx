// Stepping through the search.

import type { JSX } from "preact";
import type { TreeStore, View } from "./treeStore";

interface Props {
  store: TreeStore;
  view: View;
  /** What the current step does, for those who do not see it on the tree. */
  said: string;
}

export function Transport({ store, view, said }: Props): JSX.Element {
  const { step, steps, playing } = view;
  const none = steps.length === 0;
  return (
    <div class="transport" role="group" aria-label="Step through the search">
      <button type="button" disabled={none || step === 0} onClick={() => store.go(0)}>
        Start
      </button>
      <button type="button" disabled={none || step === 0} onClick={() => store.go(step - 1)}>
        Back
      </button>
      <button
        type="button"
        class="primary"
        disabled={none || store.asks()}
        onClick={() => (playing ? store.go(step) : store.play())}
      >
        {playing ? "Pause" : "Play"}
      </button>
      <button type="button" disabled={none || step >= steps.length || store.asks()} onClick={() => store.go(step + 1)}>
        Step
      </button>
      <button type="button" disabled={none || step >= steps.length} onClick={() => store.go(steps.length)}>
        End
      </button>
      <input
        type="range"
        aria-label="Step"
        min="0"
        max={steps.length}
        value={step}
        onInput={(event) => store.go(Number(event.currentTarget.value))}
      />
      <p class="step" role="status" aria-live="polite">
        <b>
          {step}/{steps.length}
        </b>{" "}
        <span class="unseen">{said}</span>
      </p>
    </div>
  );
}
