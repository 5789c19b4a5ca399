// What the values on the board mean.

import type { JSX } from "preact";
import { MANY } from "../board/Board";
import { name } from "../words";
import type { View } from "./view";

export function Legend({ view }: { view: View }): JSX.Element {
  const { facts, position, values } = view;
  const open = [...(values?.values() ?? [])].some(({ outcome }) => outcome === null);
  return (
    <p class="legend">
      {values ? `${name(position!.to_move, facts!)} with best play` : "Values come …"}
      {values && (
        <>
          <span class="win">wins</span>
          <span class="draw">draws</span>
          <span class="loss">loses</span>
          <small>
            {facts!.score.kind === "margin" ? "and by how much" : "and in how many moves"}
            {open && "; a number alone is an estimate"}
            {values.size > MANY && "; dark is good"}
          </small>
        </>
      )}
    </p>
  );
}
