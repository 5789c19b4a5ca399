// Changes the selected node of an explicit tree.

import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { TREE, type TreeStore, type View } from "./treeStore";
import { addChild, change, find, move, type Branch } from "./explicit";
import { indented, read } from "./indented";

/** The most that a leaf may be worth, either way. */
const LARGEST = 1_000_000;

export function Editor({ store, view, branch }: { store: TreeStore; view: View; branch: Branch }): JSX.Element {
  const { selected } = view;
  const path = selected ? selected.split("/") : [];
  const node = selected === null ? undefined : find(branch, path);
  const number = useRef<HTMLInputElement>(null);
  const leaf = node !== undefined && !node.children;
  useEffect(() => {
    if (leaf) number.current?.select();
  }, [selected, leaf]);
  const siblings = path.length > 0 ? (find(branch, path.slice(0, -1))?.children ?? []) : [];
  const index = siblings.findIndex(({ name }) => name === path.at(-1));
  const shift = (by: number) => {
    const parent = path.slice(0, -1);
    void store.edit(
      move(branch, path, index + by),
      [...parent, /^\d+$/.test(path.at(-1)!) ? String(index + by) : path.at(-1)!].join("/"),
    );
  };
  const setValue = (text: string) => {
    const value = Math.round(Number(text));
    if (text.trim() === "" || !Number.isFinite(value) || Math.abs(value) > LARGEST) return;
    void store.edit(
      change(branch, path, (node) => ({ ...node, value })),
      selected,
    );
  };
  return (
    <section class="editor card" aria-label="Edit the tree">
      <h2>Edit</h2>
      {!node && <p class="empty">Select a leaf to change its number; drag a branch to change the order.</p>}
      {node && (
        <>
          {leaf && (
            <label class="field">
              <span>Value of leaf {path.join(".") || "(the root)"}</span>
              <input
                ref={number}
                type="number"
                step="1"
                min={-LARGEST}
                max={LARGEST}
                value={node.value}
                onInput={(event) => setValue(event.currentTarget.value)}
              />
            </label>
          )}
          {!leaf && (
            <p class="what">
              {node.side === "max" ? "Max" : "Min"}’s node {path.join(".") || "(the root)"}
            </p>
          )}
          <div class="row wrap">
            <button type="button" onClick={() => void store.edit(addChild(branch, path, node.value ?? 0), selected)}>
              Add child
            </button>
            {path.length > 0 && (
              <button type="button" onClick={() => void store.edit(addChild(branch, path.slice(0, -1)), selected)}>
                Add sibling
              </button>
            )}
            {path.length > 0 && (
              <button
                type="button"
                onClick={() =>
                  void store.edit(
                    change(branch, path, () => null),
                    null,
                  )
                }
              >
                Remove
              </button>
            )}
            {path.length > 0 && (
              <button type="button" disabled={index <= 0} onClick={() => shift(-1)}>
                Move left
              </button>
            )}
            {path.length > 0 && (
              <button type="button" disabled={index >= siblings.length - 1} onClick={() => shift(1)}>
                Move right
              </button>
            )}
          </div>
        </>
      )}
      <Typed store={store} branch={branch} />
    </section>
  );
}

/** The tree as indented text, drawn while it is typed. */
function Typed({ store, branch }: { store: TreeStore; branch: Branch }): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const written = indented(branch);
  useEffect(() => {
    if (area.current && area.current !== document.activeElement) {
      area.current.value = written;
      setFault(null);
    }
  }, [written]);
  const typed = (text: string) => {
    const tree = read(text);
    setFault("fault" in tree ? tree.fault : null);
    if ("state" in tree) void store.open(TREE, tree.state);
  };
  return (
    <details class="as-text">
      <summary>As indented text</summary>
      <textarea
        ref={area}
        aria-label="The tree as indented text"
        aria-invalid={fault !== null}
        aria-describedby="typed-fault"
        spellcheck={false}
        rows={Math.max(6, written.split("\n").length + 1)}
        defaultValue={written}
        onInput={(event) => typed(event.currentTarget.value)}
      />
      <p id="typed-fault" role="status" class={fault ? "fault" : "hint-line"}>
        {fault ?? "A number is a leaf. What is indented under a line is below it; “a: 3” is a leaf with a name."}
      </p>
    </details>
  );
}
