// The tab for rules of one's own: the text, what it means, and the ways to use it.

import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { ask, position as describe, Problem, persist, sentence, waits } from "../ask";
import { Thumb } from "../board/Thumb";
import { Copy } from "../Copy";
import { type Link, whole, write } from "../link";
import type { GameFacts, Position } from "../wire";
import { number } from "../words";
import ticTacToe from "../../../crates/games/src/rules/games/tic-tac-toe.json";
import { TEMPLATES } from "./templates";
import { lineOf, written } from "./text";

interface Word {
  path: string;
  text: string;
}

interface Checked {
  words: Word[];
  perft: (number | null)[];
  game: { moves: string[]; outcome: { winner: string | null; reason: string } | null };
  warnings: Word[];
}

interface Meaning {
  /** The text that has it. */
  of: string;
  checked: Checked;
  facts: GameFacts;
  start: Position;
}

/** What is wrong, and in which line. */
interface Fault {
  line: number;
  says: string;
}

const GAMES: { title: string }[] = [ticTacToe, ...TEMPLATES];

/** How long nobody has typed before the text is checked. */
const PAUSE_MS = 400;

const SIDES: Record<string, string> = { first: "The first side won", second: "The second side won" };

export function YourRules({ link }: { link: Link }): JSX.Element {
  const [text, setText] = useState(() => link.options.get("rules") ?? written(ticTacToe));
  const [meaning, setMeaning] = useState<Meaning | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [waiting, setWaiting] = useState<string | null>(null);
  useEffect(() => {
    const rules = read(text);
    if (rules instanceof SyntaxError) {
      setFault({ line: lineOfSyntax(rules, text), says: `This is not JSON: ${rules.message}.` });
      return;
    }
    const task = new AbortController();
    const timer = setTimeout(() => {
      persist(
        () => understood(text, rules, task.signal),
        (why) => setWaiting(why && waits(why)),
        task.signal,
      ).then(
        (meaning) => {
          setFault(null);
          setMeaning(meaning);
          if (location.hash.startsWith("#rules")) history.replaceState(null, "", address(text));
        },
        (error) => {
          const path = error instanceof Problem ? (error.path ?? "") : "";
          if (!task.signal.aborted) setFault({ line: lineOf(text, path), says: sentence(error) });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      task.abort();
    };
  }, [text]);
  const compact = () => JSON.stringify(JSON.parse(text));
  const usable = meaning?.of === text && fault === null;
  const template = GAMES.findIndex((rules) => written(rules) === text);
  return (
    <main class="your-rules">
      <h1>Your own rules</h1>
      <section class="card" aria-label="Rules">
        <label class="field">
          <span>Begin with</span>
          <select
            value={String(template)}
            onChange={(event) => setText(written(GAMES[Number(event.currentTarget.value)]))}
          >
            {template < 0 && <option value="-1">your own text</option>}
            {GAMES.map(({ title }, index) => (
              <option key={title} value={String(index)}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <div class="source-and-fault">
          <textarea
            aria-label="Rules as JSON"
            aria-invalid={fault !== null}
            aria-describedby="rules-fault"
            spellcheck={false}
            wrap="off"
            rows={Math.max(12, text.split("\n").length + 1)}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <p id="rules-fault" class="fault" role="alert" style={{ "--line": String(fault?.line ?? 0) }}>
            {fault && (
              <>
                <b>Line {fault.line + 1}</b> {fault.says}
              </>
            )}
          </p>
        </div>
        <div class="row wrap">
          <a
            class={`button primary${usable ? "" : " off"}`}
            aria-disabled={!usable}
            href={usable ? write("play", "rules", { state: `{"rules":${compact()}}` }) : undefined}
          >
            Play
          </a>
          <Copy title="Copy the link" disabled={!usable} text={() => whole(address(text))} />
          <Copy title="Copy the request" disabled={!usable} text={() => request(compact())} />
        </div>
        {waiting && <p class="notice">{waiting}</p>}
      </section>
      {meaning && <Meant meaning={meaning} isOld={meaning.of !== text} />}
    </main>
  );
}

/** What the rules mean, or meant before the last change of their text. */
function Meant({ meaning, isOld }: { meaning: Meaning; isOld: boolean }): JSX.Element {
  const { checked, facts, start } = meaning;
  const { words, warnings, perft, game } = checked;
  const end = game.outcome
    ? `${SIDES[game.outcome.winner ?? ""] ?? "Nobody won"}: ${game.outcome.reason}.`
    : "It did not end.";
  return (
    <section class={`card meant${isOld ? " old" : ""}`} aria-label="What they mean" aria-busy={isOld}>
      <Thumb facts={facts} position={start} named />
      <div>
        <h2>What they mean</h2>
        <ul>
          {words.map(({ path, text }) => (
            <li key={path}>
              <code>{path.replace(/^rules\./, "")}</code> {text}
            </li>
          ))}
        </ul>
        {warnings.length > 0 && (
          <ul class="notice" aria-label="Warnings">
            {warnings.map(({ path, text }) => (
              <li key={path}>
                <code>{path.replace(/^rules\./, "")}</code> {text}.
              </li>
            ))}
          </ul>
        )}
        <h2>What came of trying them</h2>
        <p>
          Positions after 1 to 4 moves, each way of reaching them counted:{" "}
          {perft.map((count) => (count === null ? "too many" : number(count))).join(", ")}.
        </p>
        <details>
          <summary>
            A random game of {game.moves.length} moves. {end}
          </summary>
          <p>{game.moves.join(" ")}</p>
        </details>
      </div>
    </section>
  );
}

function read(text: string): object | SyntaxError {
  try {
    return JSON.parse(text) as object;
  } catch (error) {
    return error as SyntaxError;
  }
}

async function understood(text: string, rules: object, signal: AbortSignal): Promise<Meaning> {
  const checked = await ask<Checked>("/v1/rules/check", { rules }, signal);
  const [facts, start] = await Promise.all([
    ask<GameFacts>("/v1/games/rules", undefined, signal),
    describe("rules", { state: { rules } }, signal),
  ]);
  return { of: text, checked, facts, start };
}

/** The line that an error of the browser's parser names, by line or by position; else the last one. */
function lineOfSyntax({ message }: SyntaxError, text: string): number {
  const [line, position] = [/line (\d+)/, /position (\d+)/].map((pattern) => pattern.exec(message)?.[1]);
  if (line) return Number(line) - 1;
  return text.slice(0, position ? Number(position) : text.length).split("\n").length - 1;
}

const address = (text: string): string => write("rules", undefined, { rules: text });

const request = (rules: string): string =>
  `curl '${location.origin}/v1/games/rules/search' --json '${`{"rules":${rules},"depth":4}`.replace(/'/g, "'\\''")}'`;
