// The game as a record, with its variations, comments, judgements and clocks. The server writes it; this says what.

import { ask, game, Problem } from "../ask";
import type { GameFacts, ReviewedPly } from "../wire";
import { count } from "../words";
import { control, timeControl } from "./clock";
import { changed, type GameTree, grown, mainLine, type Ply, ROOT } from "./gameTree";
import { VERDICTS } from "./nags";
import { today } from "./records";
import { lineFrom } from "./variations";
import type { View } from "./view";

/** The formats with comments and variations. */
export const ANNOTATED = ["pgn", "pdn", "sgf", "kif"];

const SHARED = "White|Black|Event|Site|Date|Round|Annotator|Opening|Termination";
/** The tags that a format has. One with `Termination` has results too; the others have what the moves tell. */
const TAGS: Record<string, RegExp> = {
  pgn: /./,
  pdn: /./,
  sgf: new RegExp(`^(${SHARED}|TimeControl|[A-Z][A-Z0-9]*)$`),
  ggf: new RegExp(`^(${SHARED}|[A-Z][A-Z0-9]*)$`),
  psq: /^(White|Black)$/,
  kif: /./,
  csa: /^[A-Za-z0-9_]+$/,
};

export interface Exported {
  record: string;
  /** What the format has no room for. */
  lost: string[];
}

/** The whole tree in a format, with the marks and the better lines of the review if it is `reviewed`. */
export async function exported(view: View, format: string, reviewed: boolean, signal: AbortSignal): Promise<Exported> {
  const { facts, start } = view;
  const tree = reviewed ? judged(view, format) : view.tree;
  const { moves, comments, ...line } = lineFrom(tree, tree[ROOT].children[0], start.moves.length);
  const { tags, result } = said(view, format);
  const has = (tag: string) => TAGS[format]?.test(tag) ?? false;
  const hasComments = ANNOTATED.includes(format) || format === "csa";
  const about = {
    ...(start.state === undefined ? {} : { state: start.state }),
    moves: [...start.moves, ...moves],
    ...line,
    ...(hasComments ? { comments } : {}),
    ...(has("Termination") ? { result } : {}),
    format,
  };
  const lost = Object.keys(tags).filter((tag) => !has(tag));
  if (!hasComments) lost.push(...counted(Object.keys(comments).length, "comments"));
  const held = Object.fromEntries(Object.entries(tags).filter(([tag]) => has(tag)));
  const { record, skipped } = await fitting(facts!, about, held, lost, signal);
  lost.push(...(skipped ?? []).flatMap((part) => counted(part.count, part.what)));
  return { record: reviewed ? record.replace(EVALUATION, "[%eval $1]") : record, lost };
}

const counted = (number: number, what: string): string[] => (number > 0 ? [count(number, what.slice(0, -1))] : []);

interface Written {
  record: string;
  skipped?: { what: string; count: number }[];
}

/** Writes a record without the tags whose values its format refuses. */
async function fitting(
  facts: GameFacts,
  about: Record<string, unknown>,
  tags: Record<string, string>,
  lost: string[],
  signal: AbortSignal,
): Promise<Written> {
  try {
    return await ask<Written>(game(facts.id, "record/write"), { ...about, tags }, signal);
  } catch (error) {
    const [, tag] = (error instanceof Problem && /^tags\.(.*)$/.exec(error.path ?? "")) || [];
    if (tag === undefined || !(tag in tags)) throw error;
    const { [tag]: _, ...others } = tags;
    lost.push(tag);
    return fitting(facts, about, others, lost, signal);
  }
}

/** What a record says beside the moves. */
export interface Said {
  tags: Record<string, string>;
  result?: string;
}

/** The tags of the first and the second player in a format. */
export function colours({ players, sides }: GameFacts, format: string): [string, string] {
  if (players[0] === "red" && players[1] === "black") return ["Red", "Black"];
  const isBlack =
    players[0] === "black" ||
    ["sgf", "ggf", "psq"].includes(format) ||
    (sides?.[0].colour === "black" && sides[1].colour === "white");
  return players[0] !== "white" && isBlack ? ["Black", "White"] : ["White", "Black"];
}

/**
 * Who played, when, at which level and by which clocks, and how the game ended: what `plyd play --save` says. A record from
 * elsewhere that nobody has played on keeps what it says.
 */
export function said(view: View, format: string): Said {
  const { tags, ending, facts, settings, tree, origin } = view;
  const { players, levels } = facts!;
  const main = mainLine(tree);
  const plies = main.map((id) => tree[id].ply!);
  const { Result, ...rest } = tags;
  const ended = ending?.node === (main.at(-1) ?? ROOT) ? ending : null;
  if (!ended && plies.every(({ by }) => by === "link")) {
    // GGF has the difference in discs here, and SGF the winner.
    if (/^[-+]?\d/.test(rest.RE) !== (format === "ggf")) delete rest.RE;
    return { tags: rest, result: Result };
  }
  const clocks = plies.some((ply) => ply.clock !== undefined) ? control(settings.clock) : null;
  const stale = ["RE", "Termination", ...(clocks ? ["TimeControl", "TM", "OT"] : [])];
  let kept = Object.entries(rest).filter(([tag, value]) => !stale.includes(tag) && !value.startsWith("?"));
  const added: Record<string, string> = { Date: today() };
  for (const [i, colour] of colours(facts!, format).entries()) {
    const isPlyds =
      settings.plays.includes(players[i]) || plies.some(({ side, by }) => side === players[i] && by === "plyd");
    // What was said about the player before, such as BlackElo, goes with the name.
    if (isPlyds) kept = kept.filter(([tag]) => !tag.startsWith(colour));
    const level = settings.by === "level" && levels.length > 0 ? ` level ${settings.level}` : "";
    added[colour] = isPlyds ? `plyd${level}` : "Anonymous";
  }
  if (clocks) added.TimeControl = timeControl(clocks);
  const { over, outcome } = plies.at(-1)?.then ?? origin!;
  added.Termination = !ended ? (over ? "normal" : "unterminated") : ended.how === "time" ? "time forfeit" : ended.how;
  const winner = ended ? ended.winner : over && outcome ? outcome.winner : undefined;
  const result = winner === undefined ? "*" : winner === null ? "1/2-1/2" : winner === players[0] ? "1-0" : "0-1";
  return { tags: { ...added, ...Object.fromEntries(kept) }, result };
}

/** The longest better line. The rest of a long one says little. */
const BETTER = 10;

/** The tree with what a review found, as the server writes it into annotated records. */
function judged({ tree: whole, review, facts }: View, format: string): GameTree {
  let tree = whole;
  const evaluates = format === "pgn" && /^centi/i.test(facts!.score.unit);
  const add = (id: number, nag: number | null, said: string) => {
    const { nags = [], comment = "" } = tree[id].ply!;
    const lines = comment.split("\n").filter(Boolean);
    tree = changed(tree, id, {
      nags: nag === null ? nags : [...new Set([...nags, nag])].sort((a, b) => a - b),
      comment: (lines.includes(said) ? lines : [...lines, said]).join("\n"),
    });
  };
  const isFault = (ply?: ReviewedPly) => ply?.verdict === "mistake" || ply?.verdict === "blunder";
  for (const [id, ply] of review!.plies) {
    const { verdict, loss, only_move } = ply;
    const nag = VERDICTS[verdict ?? "good"];
    const before = review!.plies.get(whole[id].parent);
    if (nag) add(id, nag, `plyd: ${verdict}`);
    else if (verdict === "best" && loss === 0 && !only_move && isFault(before)) add(id, 1, "plyd: the best answer");
    const value = evaluates && evaluation(ply, facts!);
    if (value) tree = changed(tree, id, { comment: [`⟦${value}⟧`, tree[id].ply!.comment].filter(Boolean).join("\n") });
    if (!nag) continue;
    let at = whole[id].parent;
    for (const [i, move] of ply.pv.slice(0, BETTER).entries()) {
      ({ tree, id: at } = grown(tree, at, { move } as Ply));
      if (i === 0) add(at, null, "plyd: better");
    }
  }
  return tree;
}

/** Stands for the command `eval` of PGN until the server, which takes no commands in comments, has written the record. */
const EVALUATION = /⟦(\S+)⟧/g;

/** The value after a move for White: pawns, or `#` and the moves to mate; none if the move ends the game. */
function evaluation({ score, side }: ReviewedPly, { players }: GameFacts): string | null {
  if (!score || (score.plies !== null && score.plies < 2)) return null;
  const value = side === players[0] ? score.value : -score.value;
  return score.plies === null ? (value / 100).toFixed(2) : `#${value < 0 ? "-" : ""}${Math.floor(score.plies / 2)}`;
}
