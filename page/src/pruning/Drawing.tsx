// The tree, drawn: Max and Min told apart by shape, alpha and beta on the edges, what was cut dashed with its reason.

import { useLayoutEffect, useMemo } from "preact/hooks";
import type { JSX, RefObject } from "preact";
import { useDrag } from "./drag";
import { Edge, Label, Node } from "./Parts";
import { layout } from "./layout";
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
  /** The scale; null fits it into its frame, as far as it stays readable. */
  zoom: number | null;
}

/** Largest and smallest scale. */
const [ENLARGED, SMALLEST] = [1.4, 0.74];

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
  zoom,
}: Props): JSX.Element {
  const nodes = useMemo(() => all(drawn), [drawn]);
  const longest = Math.max(
    ...nodes
      .filter(({ leaf }) => leaf)
      .map(({ label, value, node }) => Math.max(label.length, write(value ?? node?.value ?? 0).length)),
  );
  const { points, width, height } = useMemo(
    () => layout(drawn, Math.max(44, 14 + 9 * longest), board !== null),
    [drawn, longest, board !== null],
  );
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
  useLayoutEffect(() => follow(picture.current, known.here), [known.here, drawn]);
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
    <svg
      ref={picture}
      class={`drawing${drag.id !== null ? " dragging" : ""}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width * ENLARGED}
      role="tree"
      style={
        zoom === null
          ? { minWidth: `${width * SMALLEST}px` }
          : { width: `${width * zoom}px`, maxWidth: "none", flex: "none" }
      }
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
            below={board ? 80 : 39}
          />
        ))}
      </g>
    </svg>
  );
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
