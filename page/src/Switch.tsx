// Something that is on or off.

import type { JSX } from "preact";

interface Props {
  title: string;
  on: boolean;
  set: (on: boolean) => void;
}

export function Switch({ title, on, set }: Props): JSX.Element {
  return (
    <label class="switch">
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} />
      <span>{title}</span>
    </label>
  );
}
