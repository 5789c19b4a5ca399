// A choice of one among a few, side by side.

import type { JSX } from "preact";

interface Props<Value> {
  /** What is chosen, for screen readers. */
  label: string;
  /** The name of the group of radio buttons. */
  name: string;
  options: readonly (readonly [value: Value, title: string])[];
  value: Value;
  set: (value: Value) => void;
  small?: boolean;
}

export function Segments<Value>({ label, name, options, value, set, small }: Props<Value>): JSX.Element {
  return (
    <span class={`segments${small ? " small" : ""}`} role="radiogroup" aria-label={label}>
      {options.map(([each, title]) => (
        <label key={title}>
          <input type="radio" name={name} checked={each === value} onChange={() => set(each)} />
          <span data-words={title}>{title}</span>
        </label>
      ))}
    </span>
  );
}
