// The moves so far with their variations, to read and to go back and forth through.

import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { count, name } from "../words";
import { shown } from "./clock";
import { type Dialog, useDialog } from "./dialog";
import type { GameStore } from "./gameStore";
import { type GameTree, mainLine, nodeAt, type Ply, ROOT, variations } from "./gameTree";
import { Graph } from "./Graph";
import { glyph, TONES, VERDICTS } from "./nags";
import { moveNumber } from "./opening";
import { fault } from "./reviewing";
import { type Round, rounds } from "./tally";
import type { View } from "./view";

export function Record({ store, view }: { store: GameStore; view: View }): JSX.Element {
  const { plies, facts, at, tree, line, review } = view;
  const list = useRef<HTMLOListElement>(null);
  const [annotates, setAnnotates] = useState(false);
  const [setUp, paste, save, recent] = [useDialog(), useDialog(), useDialog(), useDialog()];
  // The dialogs, and what writes annotations, are loaded when one of them is asked for.
  const [study, setStudy] = useState<typeof import("../study") | null>(null);
  const [wanted, setWanted] = useState<Dialog | null>(null);
  const show = (dialog: Dialog) => () => {
    setWanted(dialog);
    void import("../study").then(setStudy);
  };
  const annotate = () => {
    setAnnotates(!annotates);
    void import("../study").then(setStudy);
  };
  useEffect(() => {
    if (!study || !wanted) return;
    wanted.show();
    setWanted(null);
  }, [study, wanted]);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!current) list.current?.scrollTo(0, 0);
    else {
      const [frame, box] = [list.current!.getBoundingClientRect(), current.getBoundingClientRect()];
      if (box.top < frame.top || box.bottom > frame.bottom)
        list.current!.scrollTop += (box.top + box.bottom - frame.top - frame.bottom) / 2;
    }
  }, [plies, at, review?.summary, annotates]);
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      const to = leads(event, store.view);
      if (to === null) return;
      event.preventDefault();
      void store.goTo(to);
    };
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }, [store]);
  const main = mainLine(tree);
  const mainPlies = main.map((id) => tree[id].ply!);
  const here = nodeAt(line, at);
  const opening = (plies[at - 1] ?? plies[0])?.then.opening;
  return (
    <section class="record card" data-part="moves" aria-label="Game record">
      <div class="row tight">
        <h2>{facts && mainPlies.length > 0 ? count(moveNumber(mainPlies, facts), "move") : "Game"}</h2>
        <button type="button" disabled={!facts} onClick={show(recent)}>
          Recent
        </button>
        {view.position?.board && (
          <button type="button" onClick={show(setUp)}>
            Set up
          </button>
        )}
        <button type="button" disabled={!facts} onClick={show(paste)}>
          Paste
        </button>
        <button type="button" disabled={!facts} onClick={show(save)}>
          Save
        </button>
      </div>
      {study && (
        <>
          <study.Recent dialog={recent} store={store} view={view} />
          <study.PositionEditor dialog={setUp} store={store} view={view} />
          <study.Paste dialog={paste} store={store} view={view} />
          <study.Save dialog={save} store={store} view={view} />
        </>
      )}
      {opening && (
        <p class="opening">
          <b>{opening.code}</b> {opening.name}
        </p>
      )}
      {plies.length > 0 && facts && facts.score.kind !== "given" && <Graph store={store} view={view} />}
      {plies.length === 0 || !facts ? (
        <p class="empty">No moves yet. Games that you leave are under Recent.</p>
      ) : (
        <>
          {view.warnings.length > 0 && (
            <details class="warnings">
              <summary>{count(view.warnings.length, "warning")} about this record</summary>
              {view.warnings.map((each) => (
                <p key={each}>{each}</p>
              ))}
            </details>
          )}
          <ol class="moves" ref={list} tabindex={0} aria-label="Moves">
            {rounds(mainPlies, facts).map((round) => (
              <Row key={round.number} round={round} main={main} {...{ store, view, here }} />
            ))}
          </ol>
          {here !== ROOT && (
            <div class="row wrap branch-tools">
              {!main.includes(here) && (
                <>
                  <span class="caption">Variation</span>
                  <button type="button" class="quiet" onClick={() => store.promote(here)}>
                    Make main line
                  </button>
                  <button type="button" class="quiet" onClick={() => void store.remove(here)}>
                    Delete
                  </button>
                </>
              )}
              <button type="button" class="quiet" aria-expanded={annotates} onClick={annotate}>
                Annotate
              </button>
            </div>
          )}
          {study && here !== ROOT && annotates && <study.Annotate key={here} id={here} {...{ store, view }} />}
        </>
      )}
    </section>
  );
}

interface Shown {
  store: GameStore;
  view: View;
  /** The node of the shown position. */
  here: number;
}

/** A move of each side. What is said about the first side's comes between them, as in a book. */
function Row({ round, main, ...rest }: Shown & { round: Round; main: number[] }): JSX.Element {
  const { number, first, second } = round;
  const { tree } = rest.view;
  const moves = (some: Round["first"]) => some.map(([, i]) => <Move key={main[i]} id={main[i]} {...rest} />);
  const beside = (some: Round["first"]) => some.map(([, i]) => <Beside key={main[i]} id={main[i]} {...rest} />);
  const breaks = first.length > 0 && second.length > 0 && first.some(([, i]) => hasBeside(tree, main[i]));
  return (
    <li>
      {(first[0] ?? second[0])[1] === 0 && <Said text={tree[main[0]].ply!.before?.comment} />}
      <span class="no">{number}.</span>
      {first.length > 0 ? <span>{moves(first)}</span> : <Blank />}
      {breaks ? (
        <>
          <Blank />
          {beside(first)}
          <span class="no">{number}.</span>
          <Blank />
          <span>{moves(second)}</span>
        </>
      ) : (
        <>
          <span>{moves(second)}</span>
          {beside(first)}
        </>
      )}
      {beside(second)}
    </li>
  );
}

/** Stands for a move that is in another row. */
const Blank = (): JSX.Element => <span class="blank">…</span>;

function Move({ store, view, here, id }: Shown & { id: number }): JSX.Element {
  const { tree, line, at, review, facts } = view;
  const ply = tree[id].ply!;
  const bad = fault(review?.plies.get(id));
  const given = ply.nags ?? [];
  const place = line.indexOf(id);
  return (
    <button
      type="button"
      aria-current={id === here ? "step" : undefined}
      class={place < 0 || place >= at ? "later" : ""}
      title={ply.clock === undefined ? undefined : `Clock: ${shown(ply.clock)}`}
      onClick={() => void store.goToNode(id)}
    >
      <span class="unseen">{name(ply.side, facts!)}: </span>
      {ply.label}
      {given.map((nag) => (
        <span key={nag} class={`glyph ${TONES[nag] ?? ""}`}>
          {glyph(nag)}
        </span>
      ))}
      {bad && !given.includes(VERDICTS[bad.verdict]!) && <span class={`glyph ${bad.verdict}`}>{bad.mark}</span>}
    </button>
  );
}

/** What comes before the next move of the main line, as far as it is about that one. */
const beforeNext = (tree: GameTree, id: number) => tree[tree[id].children[0]]?.ply!.before?.comment;

const hasBeside = (tree: GameTree, id: number): boolean =>
  !!tree[id].ply!.comment || variations(tree, tree[id].parent).length > 0 || !!beforeNext(tree, id);

/** What stands between the rows of the main line: the comment on a move, and the variations that begin in its place. */
function Beside({ id, ...rest }: Shown & { id: number }): JSX.Element {
  const { tree } = rest.view;
  return (
    <>
      <Said text={tree[id].ply!.comment} />
      {variations(tree, tree[id].parent).map((other) => (
        <div key={other} class="variation">
          <Variation {...rest} id={other} />
        </div>
      ))}
      <Said text={beforeNext(tree, id)} />
    </>
  );
}

function Said({ text }: { text: string | undefined }): JSX.Element | null {
  return text ? <p class="comment">{text}</p> : null;
}

/** A variation in one paragraph, its own variations in brackets. */
function Variation({ id, ...rest }: Shown & { id: number }): JSX.Element {
  const { tree, facts } = rest.view;
  const parts: JSX.Element[] = [];
  let isBroken = false;
  for (let at: number | undefined = id; at !== undefined; at = tree[at].children[0]) {
    const { ply, parent } = tree[at];
    const isFirst = ply!.side === facts!.players[0];
    if (ply!.before?.comment)
      parts.push(
        <i key={`b${at}`} class="comment">
          {ply!.before.comment}
        </i>,
      );
    if (isFirst || isBroken || at === id)
      parts.push(
        <span key={`n${at}`} class="no">
          {numberOf(rest.view, at)}
          {isFirst ? "." : "…"}
        </span>,
      );
    parts.push(<Move key={at} {...rest} id={at} />);
    isBroken = !!ply!.comment;
    if (ply!.comment)
      parts.push(
        <i key={`c${at}`} class="comment">
          {ply!.comment}
        </i>,
      );
    if (at !== id)
      for (const other of variations(tree, parent))
        parts.push(
          <span key={`v${other}`} class="variation">
            (<Variation {...rest} id={other} />)
          </span>,
        );
  }
  return <>{parts}</>;
}

/** The number of the move that a node is. */
function numberOf({ tree, facts }: View, id: number): number {
  const plies: Ply[] = [];
  for (let at = id; at !== ROOT; at = tree[at].parent) plies.unshift(tree[at].ply!);
  return moveNumber(plies, facts!);
}

/** The ply that an arrow key leads to, wherever the key means nothing else. */
function leads({ key, target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent, view: View): number | null {
  if (defaultPrevented || altKey || ctrlKey || metaKey || view.plies.length === 0) return null;
  if (target instanceof Element && target.closest("input, select, textarea, dialog, pre")) return null;
  const to = { ArrowLeft: view.at - 1, ArrowRight: view.at + 1, Home: 0, End: view.plies.length }[key];
  return to === undefined || to < 0 || to > view.plies.length ? null : to;
}
