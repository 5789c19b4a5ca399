// Numbers as people say them.

import type { GameFacts, Position, Score } from "./wire";

/** From here on a value is a proven win's (in games whose scores are distances). */
const PROVEN = 600_000;

/** "wins within 4", "draws", "+35": a score as it stands on a cell, distances in moves. */
export function shortly(score: Score, facts: GameFacts): string {
  const { outcome, plies, value } = score;
  if (outcome === "win") return plies === null ? `wins ${signed(value)}` : `wins ${distance(plies)}`;
  if (outcome === "loss") return plies === null ? `loses ${signed(value)}` : `loses ${distance(plies)}`;
  if (outcome === "draw") return "draws";
  return measured(value, facts);
}

/** The same as a part of a sentence, for screen readers. */
export function spoken(score: Score, who: string, facts: GameFacts): string {
  const { outcome, plies, value } = score;
  const when = plies === null ? "" : ` ${distance(plies)} ${moves(plies) === 1 ? "move" : "moves"}`;
  if (outcome === "win") return `${who} wins${when}`;
  if (outcome === "loss") return `${who} loses${when}`;
  if (outcome === "draw") return "A draw with best play";
  return value === 0 ? "even" : `${measured(value, facts)} for ${who}`;
}

/** "in 1", "within 4": a search may have missed a faster win, unless that is the next move. */
const distance = (plies: number): string => `${plies <= 1 ? "in" : "within"} ${number(moves(plies))}`;

/** The winner's moves among so many plies: three plies are a mate in two. */
export const moves = (plies: number): number => Math.ceil(plies / 2);

/** The share of the points that a score promises the side that it is for. */
export function expected({ outcome, value }: Score, { expected_score }: GameFacts): number {
  if (outcome) return outcome === "win" ? 1 : outcome === "loss" ? 0 : 0.5;
  return 1 / (1 + Math.exp(-value / (expected_score?.scale ?? 100)));
}

/** The share of the points that a static value for a side promises the first player. */
export function expectedOf(value: number, side: string, facts: GameFacts): number {
  const outcome = isProven(value) ? (value > 0 ? "win" : "loss") : null;
  return forFirstShare(expected({ outcome, value, plies: null }, facts), side, facts);
}

/** "0.64": a share of the points, as the graph's axis has it. */
export const expectedScore = (share: number): string => share.toFixed(2);

/** A share of the points as the first player sees it. */
export function forFirstShare(share: number, side: string, facts: GameFacts): number {
  return side === facts.players[0] ? share : 1 - share;
}

/** The other side; null if there is none. */
export const opponent = (side: string, { players }: GameFacts): string | null =>
  players.find((other) => other !== side) ?? null;

/** From which share of the points on one side is said to stand so. */
const DEGREES: [number, string][] = [
  [0.9, "is winning"],
  [0.75, "is much better"],
  [0.62, "is better"],
  [0.54, "is slightly better"],
];

/** A score in words, and as a number for the first side: "Black is slightly better (−0.5)". */
export function judged(score: Score, mover: string, facts: GameFacts): string {
  if (score.outcome) return spoken(score, name(mover, facts), facts);
  const other = opponent(mover, facts) ?? mover;
  const share = expected(score, facts);
  const degree = DEGREES.find(([least]) => Math.max(share, 1 - share) >= least)?.[1];
  const words = degree ? `${name(share > 0.5 ? mover : other, facts)} ${degree}` : "Both sides are about equal";
  return `${words} (${measured(forFirst(score.value, mover, facts), facts)})`;
}

/** Whether scores count hundredths of a pawn, man, stone or seed. */
export const inHundredths = ({ score }: GameFacts): boolean =>
  /^(centi|hundredths|a (man|pawn) is 100)/i.test(score.unit);

/** A score in whole pawns, men, stones or seeds where its unit is a hundredth of one. */
export function measured(value: number, facts: GameFacts): string {
  if (!inHundredths(facts)) return signed(value);
  const whole = (Math.abs(value) / 100).toFixed(1);
  return whole === "0.0" ? "0.0" : `${value > 0 ? "+" : "−"}${whole}`;
}

/** The same to a hundredth, for what is compared; a search's own numbers in other games. */
export function exactly(value: number, facts: GameFacts): string {
  if (!inHundredths(facts)) return signed(value);
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${(Math.abs(value) / 100).toFixed(2)}`;
}

export function signed(value: number): string {
  return value > 0 ? `+${number(value)}` : value < 0 ? `−${number(-value)}` : "0";
}

/** The value as the first player sees it. */
export function forFirst(value: number, side: string, facts: GameFacts): number {
  return side === facts.players[0] ? value : -value;
}

export function isProven(value: number): boolean {
  return Math.abs(value) > PROVEN;
}

export function number(value: number): string {
  return value.toLocaleString("en");
}

/** 1,234; 12.3 k; 4.56 M. */
export function compact(value: number): string {
  if (value < 10_000) return number(value);
  if (value < 1e6) return `${(value / 1e3).toPrecision(3)} k`;
  if (value < 1e9) return `${(value / 1e6).toPrecision(3)} M`;
  return `${(value / 1e9).toPrecision(3)} G`;
}

export function duration(microseconds: number): string {
  if (microseconds < 1000) return `${microseconds} µs`;
  if (microseconds < 1e6) return `${(microseconds / 1e3).toPrecision(3)} ms`;
  return `${(microseconds / 1e6).toPrecision(3)} s`;
}

export function count(of: number, what: string): string {
  return `${number(of)} ${what}${of === 1 ? "" : "s"}`;
}

type Ended = Pick<Position, "outcome" | "evaluation" | "to_move">;

export function percent(fraction: number): string {
  return `${(100 * fraction).toFixed(fraction > 0.99 && fraction < 1 ? 2 : fraction > 0.1 ? 0 : 1)} %`;
}

/**
 * How a game ended: the winner first, then its points and the other side's, or the reason where nothing is counted. A
 * leaf of a tree is worth what stands in it.
 */
export function ended(
  { outcome, evaluation, to_move }: Ended,
  facts: GameFacts,
  points: (side: string) => number | null = () => null,
): string {
  if (facts.score.kind === "given" && evaluation !== null)
    return `Leaf: ${signed(forFirst(evaluation, to_move, facts)).replace("+", "")} for ${name(facts.players[0], facts)}.`;
  if (outcome === null) return "The game is over.";
  const winner = outcome.winner ?? facts.players[0];
  const [own, other] = [points(winner), points(opponent(winner, facts) ?? winner)];
  const counted = own !== null && other !== null;
  const how = counted ? `, ${own} to ${other}` : outcome.reason ? `: ${outcome.reason}` : "";
  return outcome.winner === null ? `A draw${how}.` : `${name(winner, facts)} wins${how}.`;
}

/** A text that calls the sides by their letters, with the names that they have on the board; "A" is a word too often. */
export function named(text: string, { players, sides }: Pick<GameFacts, "players" | "sides">): string {
  const renamed = players.flatMap((side, i) => (sides?.[i]?.colour && /^[B-Zb-z]$/.test(side) ? [side] : []));
  if (renamed.length === 0) return text;
  return text.replace(new RegExp(`\\b(${renamed.join("|")})\\b`, "g"), (side) => sides![players.indexOf(side)].name);
}

/** A side as people call it, at the beginning of a sentence. */
export function name(side: string, { players, sides }: GameFacts): string {
  const called = sides?.[players.indexOf(side)]?.name ?? side;
  return called.charAt(0).toUpperCase() + called.slice(1);
}
