// A button that takes a text along, and says so for a moment.

import { useState } from "preact/hooks";
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
  const copy = async () => {
    // A page that came neither by TLS nor from this machine has no clipboard.
    const copied = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    );
    setSaid(copied ? "Copied" : "No clipboard");
    setTimeout(() => setSaid(null), SAID_MS);
  };
  return (
    <button type="button" disabled={disabled} onClick={() => void copy()}>
      {said ?? title}
    </button>
  );
}
