// Which keys are meant for the page, and the button that lists them.

import type { JSX } from "preact";

/** The character of a key that is pressed for the page itself, not for a field or a dialog; else null. */
export function keyOf({ key, target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): string | null {
  if (defaultPrevented || altKey || ctrlKey || metaKey || key.length !== 1 || key === " ") return null;
  const taken = "input:not([type=radio], [type=checkbox]), select, textarea, dialog";
  return target instanceof Element && target.closest(taken) ? null : key;
}

export function KeysButton({ show }: { show: () => void }): JSX.Element {
  return (
    <button type="button" class="quiet keys-button" aria-haspopup="dialog" title="Keys" onClick={show}>
      <span aria-hidden="true">?</span>
      <span class="unseen">Keys</span>
    </button>
  );
}
