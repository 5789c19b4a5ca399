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
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text()).catch(() => undefined);
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  };
  return (
    <button type="button" disabled={disabled} onClick={() => void copy()}>
      {copied ? "Copied" : title}
    </button>
  );
}
