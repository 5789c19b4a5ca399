// The size of the board and the rules of a variant.

import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { GameStore } from "./gameStore";
import { VARIANTS, type Field } from "./variants";

export function Options({ store, game }: { store: GameStore; game: string }): JSX.Element | null {
  const [changed, setChanged] = useState<Record<string, string>>({});
  const variants = VARIANTS[game];
  if (!variants) return null;
  const values = Object.fromEntries(
    variants.fields.map(({ name, usual }) => [name, changed[`${game}.${name}`] ?? usual] as const),
  );
  const set = ({ name }: Field, value: string) => setChanged({ ...changed, [`${game}.${name}`]: value });
  return (
    <details class="options variants">
      <summary>Board and rules</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void store.open(game, variants.start(values));
        }}
      >
        {variants.fields.map((field) => (
          <label class="field" key={field.name}>
            <span>{field.label}</span>
            <Input field={field} value={values[field.name]} set={(value) => set(field, value)} />
          </label>
        ))}
        <button type="submit">Start</button>
      </form>
    </details>
  );
}

function Input({ field, value, set }: { field: Field; value: string; set: (value: string) => void }): JSX.Element {
  const { kind } = field;
  if (kind === "text") return <input value={value} required onInput={(event) => set(event.currentTarget.value)} />;
  if ("words" in kind)
    return (
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {kind.words.map(([word, title]) => (
          <option key={word} value={word}>
            {title}
          </option>
        ))}
      </select>
    );
  return (
    <input
      type="number"
      required
      min={kind.least}
      max={kind.most}
      value={value}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
}
