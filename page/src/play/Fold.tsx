// A heading whose part of the page can be folded away.

import type { JSX } from "preact";

interface Props {
  title: string;
  open: boolean;
  set: (open: boolean) => void;
}

export function FoldTitle({ title, open, set }: Props): JSX.Element {
  return (
    <h2>
      <button type="button" class="fold" aria-expanded={open} onClick={() => set(!open)}>
        {title}
      </button>
    </h2>
  );
}
