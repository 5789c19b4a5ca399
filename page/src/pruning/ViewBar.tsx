// How the tree is shown.

import type { JSX } from "preact";
import { Segments } from "../Segments";
import { Switch } from "../Switch";
import type { TreeStore, View } from "./treeStore";
import type { Values } from "./walk";

interface Props {
  store: TreeStore;
  view: View;
  list: boolean;
  zoom: (by: number | null) => void;
}

const SHOWN_AS = [
  [false, "Drawing"],
  [true, "List"],
] as const;
const WRITTEN: [Values, string][] = [
  ["distances", "W3, L4"],
  ["outcomes", "+1, −1"],
  ["plain", "as searched"],
];

export function ViewBar({ store, view, list, zoom }: Props): JSX.Element {
  const { branch, facts, shape, boards, values, predict } = view;
  return (
    <div class="view-bar" role="group" aria-label="How the tree is shown">
      <Segments
        small
        label="Show it as"
        name="tree-as"
        options={SHOWN_AS}
        value={list}
        set={(list) => store.showList(list)}
      />
      {!list && (
        <span class="zoom" role="group" aria-label="Size of the drawing">
          <button type="button" aria-label="Smaller" onClick={() => zoom(1 / 1.25)}>
            −
          </button>
          <button type="button" onClick={() => zoom(null)}>
            Fit
          </button>
          <button type="button" aria-label="Larger" onClick={() => zoom(1.25)}>
            +
          </button>
        </span>
      )}
      {!branch && <Switch title="Fold symmetric moves" on={shape.fold} set={(fold) => store.fold(fold)} />}
      {!branch && !list && (!facts || facts.layout) && (
        <Switch title="Boards" on={boards} set={(boards) => store.showBoards(boards)} />
      )}
      <Switch title="Predict the cut" on={predict} set={(predict) => store.predict(predict)} />
      {!branch && (!facts || facts.score.kind === "distance") && (
        <label class="values">
          <span>Wins as</span>
          <select value={values} onChange={(event) => store.setValues(event.currentTarget.value as Values)}>
            {WRITTEN.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
