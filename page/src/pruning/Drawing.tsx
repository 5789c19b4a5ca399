// The tree, drawn: Max and Min told apart by shape, alpha and beta on the edges, what was cut dashed with its reason.

import { useLayoutEffect, useMemo } from "preact/hooks";
import type { JSX, RefObject } from "preact";
import { useDrag } from "./drag";
import { Edge, Node } from "./Parts";
import { place } from "./place";
import { all, reason, type Known, type Twig, type Write } from "./walk";

interface Props {
  twig: Twig;
  known: Known;
  /** The side that wants much. */
  max: string;
  windows: boolean;
  finished: boolean;
  write: Write;
  selected: string | null;
  select: (id: string) => void;
  /** Puts a child at another place among its siblings; none where the tree is not the person's own. */
  move: ((id: string, to: number) => void) | null;
  picture: RefObject<SVGSVGElement | null>;
}

/** Drawn so much larger where there is room, and never smaller than so. */
const [ENLARGED, SMALLEST] = [1.4, 0.74];

export function Drawing({
  twig,
  known,
  max,
  windows,
  finished,
  write,
  selected,
  select,
  move,
  picture,
}: Props): JSX.Element {
  const twigs = useMemo(() => all(twig), [twig]);
  const longest = Math.max(
    ...twigs
      .filter(({ leaf }) => leaf)
      .map(({ label, value, node }) => Math.max(label.length, write(value ?? node?.value ?? 0).length)),
  );
  const { places, width, height } = useMemo(() => place(twig, Math.max(44, 14 + 9 * longest)), [twig, longest]);
  const parents = useMemo(
    () => new Map(twigs.flatMap((parent) => parent.children.map((child) => [child.id, parent] as const))),
    [twigs],
  );
  const cutAbove = useMemo(() => cuts(twig), [twig]);
  const drag = useDrag(places, parents, picture, select, move);
  useLayoutEffect(() => follow(picture.current, known.here), [known.here, twig]);
  const best = finished ? chosen(twig) : new Set<string>();
  const keys = (event: KeyboardEvent, at: Twig) => {
    const to = steer(event.key, at, parents);
    if (event.altKey && move && parents.has(at.id) && /^Arrow(Left|Right)$/.test(event.key)) {
      move(at.id, parents.get(at.id)!.children.indexOf(at) + (event.key === "ArrowLeft" ? -1 : 1));
    } else if (event.key === "Enter" || event.key === " ") select(at.id);
    else if (to) picture.current?.querySelector<SVGGElement>(`[data-node="${CSS.escape(to.id)}"]`)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <svg
      ref={picture}
      class={`drawing${drag.id !== null ? " dragging" : ""}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width * ENLARGED}
      role="tree"
      style={{ minWidth: `${width * SMALLEST}px` }}
      aria-label="The game tree"
      onPointerMove={drag.over}
      onPointerUp={drag.drop}
      onPointerCancel={drag.cancel}
    >
      <g class="edges">
        {twigs
          .filter(({ id }) => parents.has(id))
          .map((child) => {
            const parent = parents.get(child.id)!;
            return (
              <Edge
                key={child.id}
                child={child}
                from={places.get(parent.id)!}
                to={places.get(child.id)!}
                known={known}
                windows={windows}
                gone={isGone(child.id, cutAbove, known)}
                best={best.has(child.id)}
                write={write}
                reason={child === firstCut(parent) && known.cut.has(parent.id) ? reason(parent.node!, write) : null}
              />
            );
          })}
      </g>
      {twigs.map((each) => {
        const { x, y } = places.get(each.id)!;
        const shift = drag.id !== null && (each.id === drag.id || each.id.startsWith(`${drag.id}/`)) ? drag.dx : 0;
        return (
          <Node
            key={each.id}
            twig={each}
            x={x + shift}
            y={y}
            known={known}
            isMax={each.side === max}
            gone={isGone(each.id, cutAbove, known)}
            write={write}
            best={best.has(each.id)}
            selected={selected === each.id}
            focusable={(selected ?? "") === each.id}
            grab={(event) => drag.grab(event, each.id)}
            keys={(event) => keys(event, each)}
          />
        );
      })}
    </svg>
  );
}

/** Keeps the node where the search is in sight, in a drawing that is larger than its frame. */
function follow(picture: SVGSVGElement | null, id: string): void {
  const [frame, node] = [picture?.parentElement, picture?.querySelector(`[data-node="${CSS.escape(id)}"]`)];
  if (!frame || !node) return;
  const [outer, inner] = [frame.getBoundingClientRect(), node.getBoundingClientRect()];
  const [x, y] = [inner.x + inner.width / 2 - outer.x, inner.y + inner.height / 2 - outer.y];
  if (x < 80 || x > outer.width - 80) frame.scrollLeft += x - outer.width / 2;
  if (y < 60 || y > outer.height - 60) frame.scrollTop += y - outer.height / 2;
}

/** For each node that the search never came to, the node whose cut was the reason. */
function cuts(root: Twig): Map<string, string> {
  const above = new Map<string, string>();
  const visit = (twig: Twig, cause: string | null) => {
    if (cause !== null) above.set(twig.id, cause);
    for (const child of twig.children) visit(child, cause ?? (child.node ? null : twig.id));
  };
  visit(root, null);
  return above;
}

const isGone = (id: string, above: Map<string, string>, known: Known): boolean =>
  above.has(id) && known.cut.has(above.get(id)!);

const firstCut = (parent: Twig): Twig | undefined => parent.children.find(({ node }) => node === null);

/** The line that both sides want, from the root down. */
function chosen(root: Twig): Set<string> {
  const line = new Set<string>();
  for (let at: Twig | undefined = root; at?.node;) {
    line.add(at.id);
    const value: number = at.node.value;
    at =
      at.children.find(({ node }) => node?.value === value && node.bound === "exact") ??
      at.children.find(({ node }) => node?.value === value);
  }
  return line;
}

function steer(key: string, at: Twig, parents: Map<string, Twig>): Twig | undefined {
  const parent = parents.get(at.id);
  const siblings = parent?.children ?? [];
  if (key === "ArrowUp") return parent;
  if (key === "ArrowDown") return at.children[0];
  if (key === "ArrowLeft") return siblings[siblings.indexOf(at) - 1];
  if (key === "ArrowRight") return siblings[siblings.indexOf(at) + 1];
  return undefined;
}
