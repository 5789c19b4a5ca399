// A number chosen on a track, with its value beside its name.

import type { ComponentChildren, JSX } from "preact";

interface Props {
  title: string;
  least: number;
  most: number;
  step: number;
  value: number;
  /** The value as it is read. */
  shown: string;
  set: (value: number) => void;
  /** What stands under it. */
  children?: ComponentChildren;
}

export function Slider({ title, least, most, step, value, shown, set, children }: Props): JSX.Element {
  return (
    <label class="field slider">
      <span>
        {title} <output>{shown}</output>
      </span>
      <input
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-label={title}
        onInput={(event) => set(Number(event.currentTarget.value))}
      />
      {children}
    </label>
  );
}
