// A button that takes a text along, and says so for a moment.

import { useRef, useState } from "preact/hooks";
import type { JSX } from "preact";

const SAID_MS = 1500;

interface Props {
  title: string;
  /** The text, written when it is asked for. */
  text: () => string;
  disabled?: boolean;
}

export function Copy({ title, text, disabled }: Props): JSX.Element {
  const [said, setSaid] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const copy = async () => {
    const whole = text();
    const copied = await navigator.clipboard?.writeText(whole).then(
      () => true,
      () => false,
    );
    setSaid(copied || copiedByHand(whole, button.current!) ? "Copied" : "No clipboard");
    setTimeout(() => setSaid(null), SAID_MS);
  };
  return (
    <button type="button" ref={button} disabled={disabled} onClick={() => void copy()}>
      {said ?? title}
    </button>
  );
}

/** Copies by way of a selection: a page that came neither by TLS nor from this machine has no clipboard. */
function copiedByHand(text: string, beside: HTMLElement): boolean {
  const area = document.createElement("textarea");
  area.className = "unseen";
  area.value = text;
  // Beside the button, since a dialog keeps the focus inside.
  beside.after(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  beside.focus();
  return copied;
}
