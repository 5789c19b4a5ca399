// The tree as a list: for narrow screens and many children.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import { number } from "./numbers";
import { reason, type DrawnNode, type Known, type Write } from "./walk";

interface Props {
  drawn: DrawnNode;
  known: Known;
  /** The side of Max. */
  max: string;
  write: Write;
  toggle: (id: string) => void;
  /** What is said about the current node, under it. */
  children: ComponentChildren;
}

export function Outline(props: Props): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const { known } = props;
  useLayoutEffect(() => {
    const [frame, row] = [list.current?.parentElement, list.current?.querySelector<HTMLElement>(".here")];
    if (!frame || !row) return;
    const [outer, inner] = [frame.getBoundingClientRect(), row.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom)
      frame.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
  }, [known.here]);
  return (
    <ul class="outline" ref={list}>
      <Row {...props} />
    </ul>
  );
}

function Row({ drawn, known, max, write, toggle, children: said }: Props): JSX.Element {
  const { id, node, label, closed, children, alike } = drawn;
  const isMax = drawn.side === max;
  const cut = known.cut.has(id);
  const visited = children.filter((child) => child.node);
  const rest = children.filter((child) => !child.node);
  const inner = closed || children.length > 0;
  const here = known.here === id;
  return (
    <li>
      <div class={`branch${here ? " here" : ""}${known.final.has(id) ? " final" : ""}`}>
        {inner && id !== "" ? (
          <button
            type="button"
            class="quiet"
            aria-expanded={!closed}
            aria-label={`Children of ${label}`}
            onClick={() => toggle(id)}
          >
            {closed ? "▸" : "▾"}
          </button>
        ) : (
          <span class="no-toggle" />
        )}
        <span class="who">{inner ? (isMax ? "Max ▲" : "Min ▼") : "leaf"}</span>
        <b>{id === "" ? "the root" : label}</b>
        {(alike ?? 1) > 1 && <small class="alike">×{alike}</small>}
        <span class="value">{number(drawn, known, write)}</span>
        {cut && <span class="why-cut">{reason(node!, write)}</span>}
        {here && <div class="said">{said}</div>}
      </div>
      {visited.length + rest.length > 0 && (
        <ul>
          {visited.map((child) => (
            <Row key={child.id} drawn={child} known={known} max={max} write={write} toggle={toggle}>
              {said}
            </Row>
          ))}
          {rest.length > 0 && (
            <li>
              <div class={`branch pruned${cut ? " gone" : ""}`}>
                {cut ? "Never looked at: " : "Not looked at yet: "}
                {rest.map((child) => child.label + ((child.alike ?? 1) > 1 ? ` ×${child.alike}` : "")).join(", ")}
              </div>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
