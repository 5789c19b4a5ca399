// The second tab: a small tree, searched step by step, to be edited and searched again.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { waits } from "../ask";
import { Thumb } from "../board/Thumb";
import { Copy } from "../Copy";
import { HAS_NO_SERVER } from "../engine";
import * as link from "../link";
import { Exchanged } from "../play/Exchanged";
import { useStore } from "../store";
import { ALGORITHMS, TREE, type Algorithm, type TreeStore, type View } from "./treeStore";
import { Drawing } from "./Drawing";
import { Counts, TITLES } from "./Counts";
import { Editor } from "./Editor";
import { move as moveChild } from "./explicit";
import { download } from "./picture";
import { OrderChoice } from "./OrderChoice";
import { Outline } from "./Outline";
import { usePan } from "./pan";
import { Prediction } from "./Prediction";
import { size } from "./shape";
import { Transport } from "./Transport";
import { ViewBar } from "./ViewBar";
import { known, proves, type DrawnNode, type Step } from "./walk";

const PACE_MS = 900;
/** Trees of more nodes are a list on a narrow screen. */
const NARROW = 16;
/** How much smaller and larger a drawing can be made than fits into its frame. */
const ZOOM = [0.25, 6] as const;
/** Narrow screens, and the height of the words there. */
const PHONE = "(max-width: 819px)";
const WORDS = 104;
/** The rim of the frame of a drawing, in which rings of focus are drawn. */
const EDGE = 8;

export function SeePruning({ store }: { store: TreeStore }): JSX.Element {
  const view = useStore(store);
  const picture = useRef<SVGSVGElement>(null);
  const { drawn, steps, step, answer, playing } = view;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => store.go(step + 1, true), PACE_MS);
    return () => clearTimeout(timer);
  }, [store, playing, step]);
  const said = step === 0 ? "Press Step, or Play, and follow the search." : (steps[step - 1]?.words ?? "");
  const words = (
    <>
      {!(view.verdict && steps[step - 1]?.kind === "cut") && (
        <p aria-hidden="true">{said.replace(/ ([=≤≥]) /g, "\u00a0$1\u00a0")}</p>
      )}
      <Prediction store={store} view={view} />
    </>
  );
  const { branch } = view;
  const frame = useRef<HTMLDivElement>(null);
  const pan = usePan();
  const [room, setRoom] = useState<[number, number]>([0, 0]);
  useLayoutEffect(() => {
    const measure = () => {
      const { offsetWidth, offsetHeight } = frame.current!;
      // On narrow screens the words stand under the drawing.
      setRoom([offsetWidth - EDGE, offsetHeight - EDGE - (matchMedia(PHONE).matches ? WORDS : 0)]);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  const [zoom, setZoom] = useState(1);
  useLayoutEffect(() => setZoom(1), [answer, view.boards]);
  // A game's tree is probably large, until it is known.
  const large = drawn ? size(drawn) > NARROW : view.branch === null;
  const list = view.list ?? (matchMedia(PHONE).matches && large);
  const board = (node: DrawnNode): JSX.Element | null => {
    const position = store.positions.get(store.stateOf(node));
    return position ? <Thumb facts={view.facts!} position={position} /> : null;
  };
  return (
    <main class="pruning">
      <h1 class="unseen">See what alpha-beta prunes, and why</h1>
      <Source store={store} view={view} />
      <section class="canvas card" aria-label="The tree">
        <ViewBar
          store={store}
          view={view}
          list={list}
          zoom={(by) => setZoom(by === null ? 1 : Math.max(ZOOM[0], Math.min(ZOOM[1], zoom * by)))}
        />
        <div class="scroll" tabindex={0} role="group" aria-label="Drawing of the tree" ref={frame} {...pan}>
          {drawn && answer && list && (
            <Outline
              drawn={drawn}
              known={known(steps, step)}
              max={answer.max_side}
              write={view.write}
              toggle={(id) => store.toggle(id)}
            >
              {words}
            </Outline>
          )}
          {drawn && answer && !list && room[0] > 0 && (
            <Drawing
              drawn={drawn}
              known={known(steps, step)}
              max={answer.max_side}
              windows={answer.algorithm !== "minimax"}
              finished={step >= steps.length}
              write={view.write}
              selected={view.selected}
              select={(id) => store.select(id)}
              picture={picture}
              move={branch ? (id, to) => void store.edit(moveChild(branch, id.split("/"), to), null) : null}
              toggle={(id) => store.toggle(id)}
              board={view.boards && !branch && view.facts?.layout ? board : null}
              room={room}
              zoom={zoom}
            >
              {words}
            </Drawing>
          )}
        </div>
        <Transport store={store} view={view} said={said} />
        {view.facts?.score.kind === "distance" && view.values === "distances" && steps.some(shows) && (
          <p class="hint-line">W3: Max wins in 3 plies. L4: Max loses in 4.</p>
        )}
        {answer?.truncated && (
          <p class="hint-line">The listing stops here; values and counts are those of the whole search.</p>
        )}
      </section>
      <aside class="insight">
        <Counts view={view} />
        {branch && <Editor store={store} view={view} branch={branch} />}
        <details class="card about">
          <summary>What α and β are</summary>
          <p>
            Max picks the largest value below it, Min the smallest. <b>α</b> is what Max has for certain so far,{" "}
            <b>β</b> what Min has: a search goes down with both, and comes back with a value.
          </p>
          <p>
            If a branch of Min is worth α or less, Max will not go there, however the rest of it turns out: the rest is{" "}
            <b>cut</b>. A branch of Max that is worth β or more is cut in the same way. The value of the root is that of
            minimax, with fewer nodes; the earlier good moves come, the fewer.
          </p>
          <p>Press Step and watch the two numbers on the branches, or turn on Predict the cut.</p>
        </details>
        <section class="card" aria-label="Take it with you">
          <div class="row wrap">
            <h2>Take it with you</h2>
            <button
              type="button"
              disabled={!drawn}
              onClick={() => picture.current && download(picture.current, `plyd-${view.facts?.id ?? TREE}.svg`)}
            >
              Export SVG
            </button>
            <Copy title="Copy link" text={() => link.whole(store.link())} disabled={!drawn} />
            {answer && !HAS_NO_SERVER && (
              <a class="button" href={drawing(view, "svg")}>
                tree.svg
              </a>
            )}
            {answer && !HAS_NO_SERVER && (
              <a class="button" href={drawing(view, "dot")}>
                tree.dot
              </a>
            )}
          </div>
        </section>
        <Exchanged exchange={view.exchange} operation="tree" />
      </aside>
    </main>
  );
}

/** Whether a step finds that somebody wins. */
const shows = ({ best }: Step): boolean => best !== undefined && proves(best);

/** The same tree as the server draws it. */
function drawing({ facts, state, answer, algorithm, order }: View, form: string): string {
  const query = new URLSearchParams({ state: link.text(state), depth: String(answer!.depth), algorithm });
  if (order) query.set("order", order);
  return `/v1/games/${facts!.id}/tree.${form}?${query}`;
}

function Source({ store, view }: { store: TreeStore; view: View }): JSX.Element {
  const text = useRef<HTMLInputElement>(null);
  const { facts, games, depth, algorithm, state, branch } = view;
  const written = link.text(state);
  useEffect(() => {
    if (text.current && text.current !== document.activeElement) text.current.value = written;
  }, [written]);
  const own = branch !== null;
  const submit = (event: Event) => {
    event.preventDefault();
    void store.open(facts?.id ?? TREE, link.state(text.current!.value));
  };
  return (
    <form class="source-bar card" onSubmit={submit}>
      <label class="field">
        <span>Tree of</span>
        <select
          value={facts?.id ?? TREE}
          onChange={(event) => {
            const id = event.currentTarget.value;
            text.current!.value = "";
            void store.open(id, undefined, { depth: 2 });
          }}
        >
          {games.some(({ id }) => id === TREE) && <option value="tree">My own numbers</option>}
          {games
            .filter(({ id }) => id !== TREE)
            .map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
        </select>
      </label>
      <label class="field grow">
        <span>{own ? "Numbers in brackets" : "Position"}</span>
        <input
          ref={text}
          defaultValue={written}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={view.trouble !== null}
          aria-describedby="source-trouble"
        />
      </label>
      {!own && (
        <label class="field brief">
          <span>Depth</span>
          <input
            type="number"
            min="1"
            max="12"
            value={depth}
            onChange={(event) => void store.open(facts!.id, state, { depth: Number(event.currentTarget.value) || 1 })}
          />
        </label>
      )}
      <label class="field">
        <span>Search</span>
        <select
          value={algorithm}
          onChange={(event) => void store.open(facts!.id, state, { algorithm: event.currentTarget.value as Algorithm })}
        >
          {ALGORITHMS.map((name) => (
            <option key={name} value={name}>
              {TITLES[name]}
            </option>
          ))}
        </select>
      </label>
      <OrderChoice store={store} view={view} />
      <button type="submit" class="primary">
        Draw
      </button>
      <div id="source-trouble" class="trouble">
        {(view.trouble || view.waiting) && (
          <p class="notice bad" role="alert">
            {view.trouble ?? waits(view.waiting!)}
          </p>
        )}
      </div>
    </form>
  );
}
