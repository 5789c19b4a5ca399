// The order in which a search tries moves, which decides how much alpha-beta cuts off.

import type { JSX } from "preact";
import { ORDERS, type Order, type TreeStore, type View } from "./treeStore";

const TITLES: Record<Order, string> = {
  "": "the search's own",
  given: "as listed",
  reversed: "reversed",
  best: "best first",
  worst: "worst first",
};

export function OrderChoice({ store, view: { facts, state, order } }: { store: TreeStore; view: View }): JSX.Element {
  return (
    <label class="field">
      <span>Order of moves</span>
      <select
        value={order}
        onChange={(event) => void store.open(facts!.id, state, { order: event.currentTarget.value as Order })}
      >
        {ORDERS.map((name) => (
          <option key={name} value={name}>
            {TITLES[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
