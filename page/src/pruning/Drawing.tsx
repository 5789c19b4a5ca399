// The tree, drawn: Max and Min told apart by shape, alpha and beta on the edges, what was cut dashed with its reason.

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { ComponentChildren, JSX, RefObject } from "preact";
import { type Box, placed } from "./callout";
import { useDrag } from "./drag";
import { Edge, Label, Node } from "./Parts";
import { boxOf, fitted, halfOf, type Form } from "./layout";
import { named } from "./numbers";
import { all, reason, type Known, type DrawnNode, type Write } from "./walk";

interface Props {
  drawn: DrawnNode;
  known: Known;
  /** The side of Max. */
  max: string;
  windows: boolean;
  finished: boolean;
  write: Write;
  selected: string | null;
  select: (id: string) => void;
  /** Moves a child among its siblings; null if the tree cannot be edited. */
  move: ((id: string, to: number) => void) | null;
  picture: RefObject<SVGSVGElement | null>;
  /** Shows or hides a node's children. */
  toggle: (id: string) => void;
  /** The board of a node, where boards are shown. */
  board: ((drawn: DrawnNode) => JSX.Element | null) | null;
  /** The size of its frame, and how much larger it is than fits into it. */
  room: [width: number, height: number];
  zoom: number;
  /** What is said about the current node, beside it. */
  children: ComponentChildren;
}

export function Drawing({
  drawn,
  known,
  max,
  windows,
  finished,
  write,
  selected,
  select,
  move,
  picture,
  toggle,
  board,
  room,
  zoom,
  children,
}: Props): JSX.Element {
  const nodes = useMemo(() => all(drawn), [drawn]);
  const form = useMemo((): Form => {
    const label = Math.max(...nodes.filter(({ leaf, closed }) => leaf || closed).map((each) => named(each).length));
    const values = nodes.map(
      ({ value, node, leaf }) =>
        (node && !leaf && node.bound !== "exact" ? "≤" : "") + write(value ?? node?.value ?? 0),
    );
    const value = Math.max(...values.map((each) => each.length));
    return { value, label, boards: board !== null };
  }, [nodes, write, board !== null]);
  const { points, width, height, scale, text } = useMemo(() => fitted(drawn, form, room), [drawn, form, ...room]);
  const parents = useMemo(
    () => new Map(nodes.flatMap((parent) => parent.children.map((child) => [child.id, parent] as const))),
    [nodes],
  );
  const cutAbove = useMemo(() => cuts(drawn), [drawn]);
  const touch = (at: DrawnNode) => {
    select(at.id);
    if (!move && at.id !== "" && (at.closed || at.children.length > 0)) toggle(at.id);
  };
  const drag = useDrag(points, parents, picture, (id) => touch(nodes.find((each) => each.id === id)!), move);
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => follow(picture.current, known.here), [known.here, drawn]);
  useLayoutEffect(() => {
    if (picture.current && words.current) place(words.current, picture.current, known.here);
  });
  const best = finished ? chosen(drawn) : new Set<string>();
  const keys = (event: KeyboardEvent, at: DrawnNode) => {
    const to = steer(event.key, at, parents);
    if (event.altKey && move && parents.has(at.id) && /^Arrow(Left|Right)$/.test(event.key)) {
      move(at.id, parents.get(at.id)!.children.indexOf(at) + (event.key === "ArrowLeft" ? -1 : 1));
    } else if (event.key === "Enter" || event.key === " ") touch(at);
    else if (to) picture.current?.querySelector<SVGGElement>(`[data-node="${CSS.escape(to.id)}"]`)?.focus();
    else return;
    event.preventDefault();
  };
  const edges = nodes
    .filter(({ id }) => parents.has(id))
    .map((child) => ({
      child,
      from: points.get(parents.get(child.id)!.id)!,
      to: points.get(child.id)!,
      known,
      gone: isGone(child.id, cutAbove, known),
      best: best.has(child.id),
    }));
  const whyCut = (child: DrawnNode): string | null => {
    const parent = parents.get(child.id)!;
    return child === firstCut(parent) && known.cut.has(parent.id) ? reason(parent.node!, write) : null;
  };
  return (
    <div class="sheet">
      <svg
        ref={picture}
        class={`drawing${drag.id !== null ? " dragging" : ""}`}
        viewBox={`0 0 ${width} ${height}`}
        width={width * scale * zoom}
        height={height * scale * zoom}
        role="tree"
        style={{ "--text": String(text) }}
        aria-label="The game tree"
        onPointerMove={drag.over}
        onPointerUp={drag.drop}
        onPointerCancel={drag.cancel}
      >
        <g class="edges">
          {edges.map((edge) => (
            <Edge key={edge.child.id} {...edge} />
          ))}
        </g>
        {nodes.map((each) => {
          const { x, y } = points.get(each.id)!;
          const shift = drag.id !== null && (each.id === drag.id || each.id.startsWith(`${drag.id}/`)) ? drag.dx : 0;
          return (
            <Node
              key={each.id}
              drawn={each}
              x={x + shift}
              y={y}
              known={known}
              isMax={each.side === max}
              gone={isGone(each.id, cutAbove, known)}
              write={write}
              text={text}
              box={boxOf(form, text)}
              half={halfOf(form, text)}
              best={best.has(each.id)}
              selected={selected === each.id}
              focusable={(selected ?? "") === each.id}
              board={board?.(each) ?? null}
              grab={(event) => drag.grab(event, each.id)}
              keys={(event) => keys(event, each)}
            />
          );
        })}
        <g class="labels" aria-hidden="true">
          {edges.map((edge) => (
            <Label
              key={edge.child.id}
              {...edge}
              windows={windows}
              write={write}
              reason={whyCut(edge.child)}
              below={board ? 80 : 33 + 6 * text}
              text={text}
            />
          ))}
        </g>
      </svg>
      <div class="callout" ref={words}>
        {children}
      </div>
    </div>
  );
}

/** Puts the words beside the node that they are about. */
function place(words: HTMLElement, picture: SVGSVGElement, id: string): void {
  const frame = picture.closest(".scroll")!;
  const sheet = words.parentElement!.getBoundingClientRect();
  const boxed = (element: Element): Box => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left: left - sheet.left, top: top - sheet.top, right: right - sheet.left, bottom: bottom - sheet.top };
  };
  const node = picture.querySelector(`[data-node="${CSS.escape(id)}"]`);
  // On narrow screens the words stand under the tree.
  if (!node || getComputedStyle(words).position !== "absolute") {
    words.style.transform = "";
    return;
  }
  const around = [...picture.querySelectorAll(".grip, .texts, .edge:not(.live) > .window")].filter(
    (each) => !each.parentElement!.contains(node),
  );
  const read = [...picture.querySelectorAll(".reason, .edge.live > .window")].map(boxed);
  const at = placed([words.offsetWidth, words.offsetHeight], boxed(node), around.map(boxed), boxed(frame), read);
  words.style.transform = `translate(${at.x}px, ${at.y}px)`;
}

/** Scrolls a large drawing to the current node. */
function follow(picture: SVGSVGElement | null, id: string): void {
  const [frame, node] = [picture?.parentElement, picture?.querySelector(`[data-node="${CSS.escape(id)}"]`)];
  if (!frame || !node) return;
  const [outer, inner] = [frame.getBoundingClientRect(), node.getBoundingClientRect()];
  const [x, y] = [inner.x + inner.width / 2 - outer.x, inner.y + inner.height / 2 - outer.y];
  if (x < 80 || x > outer.width - 80) frame.scrollLeft += x - outer.width / 2;
  if (y < 60 || y > outer.height - 60) frame.scrollTop += y - outer.height / 2;
}

/** For each pruned node, the node whose cutoff pruned it. */
function cuts(root: DrawnNode): Map<string, string> {
  const above = new Map<string, string>();
  const visit = (drawn: DrawnNode, cause: string | null) => {
    if (cause !== null) above.set(drawn.id, cause);
    for (const child of drawn.children) visit(child, cause ?? (child.node ? null : drawn.id));
  };
  visit(root, null);
  return above;
}

const isGone = (id: string, above: Map<string, string>, known: Known): boolean =>
  above.has(id) && known.cut.has(above.get(id)!);

const firstCut = (parent: DrawnNode): DrawnNode | undefined => parent.children.find(({ node }) => node === null);

/** The principal variation. */
function chosen(root: DrawnNode): Set<string> {
  const line = new Set<string>();
  for (let at: DrawnNode | undefined = root; at?.node;) {
    line.add(at.id);
    const value: number = at.node.value;
    at =
      at.children.find(({ node }) => node?.value === value && node.bound === "exact") ??
      at.children.find(({ node }) => node?.value === value);
  }
  return line;
}

function steer(key: string, at: DrawnNode, parents: Map<string, DrawnNode>): DrawnNode | undefined {
  const parent = parents.get(at.id);
  const siblings = parent?.children ?? [];
  if (key === "ArrowUp") return parent;
  if (key === "ArrowDown") return at.children[0];
  if (key === "ArrowLeft") return siblings[siblings.indexOf(at) - 1];
  if (key === "ArrowRight") return siblings[siblings.indexOf(at) + 1];
  return undefined;
}
