// Pieces, drawn around (0, 0) in a cell of 100.

import type { JSX } from "preact";
import type { Content, GameFacts, Layout, Piece } from "../wire";
import { name as sideName } from "../words";

/** A piece as the game describes it; a letter that it does not list stands for itself. */
export function described(letter: Content, facts: GameFacts): Piece | null {
  if (letter === null) return null;
  const known = facts.pieces?.[String(letter)];
  return known ?? { side: null, name: String(letter), symbol: String(letter) };
}

/** The colour of a side: the catalogue's, that of its name, or one of the page's two. */
export function tone(side: string | null, name: string, facts: GameFacts): string {
  const colour = side === null ? null : facts.sides?.[facts.players.indexOf(side)]?.colour;
  if (colour) return colour;
  const words = `${name} ${side ?? ""}`.toLowerCase();
  for (const colour of ["white", "black", "red", "yellow", "blue"]) if (words.includes(colour)) return colour;
  const player = side === null ? -1 : facts.players.indexOf(side);
  return player < 0 ? "none" : player === 0 ? "first" : "second";
}

/** A piece as a person reads it out. */
export function spelled(letter: Content, facts: GameFacts): string {
  const piece = described(letter, facts);
  if (piece === null) return "empty";
  if (typeof letter === "number") return String(letter);
  const { side, name } = piece;
  if (side === null) return name;
  const owner = sideName(side, facts);
  // Ataxx's pieces have only the letters of their sides.
  if (name === side && name !== owner) return `${owner.toLowerCase()} piece`;
  // "white queen", "black disc", "red disc"; a cross is X's alone.
  const has = [side, owner].some((word) => name.toLowerCase().split(/\W+/).includes(word.toLowerCase()));
  return has || facts.sides?.[facts.players.indexOf(side)]?.colour === null ? name : `${owner.toLowerCase()} ${name}`;
}

/** Whether pieces are tiles that point away from their owner. */
export const hasTiles = ({ sides }: GameFacts): boolean => sides?.some(({ turned }) => turned) ?? false;

/** A character of Chinese or Japanese, which not everybody reads. */
const CHARACTER = /[\u3040-\u9fff]/;

/** Whether pieces have such characters. */
export const hasCharacters = ({ pieces }: GameFacts): boolean =>
  Object.values(pieces ?? {}).some(({ symbol }) => CHARACTER.test(symbol));

/** The letter of a side's plainest piece, which is its emblem. */
export function emblem(side: string, facts: GameFacts): string | null {
  const letters = Object.entries(facts.pieces ?? {}).filter(([, piece]) => piece.side === side);
  const named = (names: RegExp) => letters.find(([, piece]) => names.test(piece.name));
  return (named(/man|disc|stone| x$/i) ?? named(/pawn|king/i) ?? letters[0])?.[0] ?? null;
}

/** The colour of a side, as its plainest piece has it. */
export const sideTone = (side: string, facts: GameFacts): string =>
  tone(side, described(emblem(side, facts), facts)?.name ?? "", facts);

const DISCS = /[●○⬤◯⚫⚪🔴🟡🔵⛀⛁⛂⛃]/u;

/** The ground under pieces where it is not the layout's usual one: wood under tiles, felt or wood under discs. */
export function groundOf(layout: Layout, facts: GameFacts): string | null {
  if (hasTiles(facts)) return "wood";
  const pieces = Object.values(facts.pieces ?? {}).filter(({ side }) => side !== null);
  if (pieces.length === 0 || !pieces.every(({ symbol }) => DISCS.test(symbol))) return null;
  const isPlain = pieces.every(({ side, name }) => /black|white/.test(tone(side, name, facts)));
  if (layout === "cells") return isPlain ? "felt" : "slate";
  return layout === "hexes" && isPlain ? "wood" : null;
}

export function Mark({
  letter,
  facts,
  layout,
}: {
  letter: Content;
  facts: GameFacts;
  layout: string;
}): JSX.Element | null {
  const piece = described(letter, facts);
  if (piece === null) return null;
  const colour = tone(piece.side, piece.name, facts);
  const shape = Object.entries(SHAPES).find(([name]) => piece.name.toLowerCase().split(/\W/).includes(name))?.[1];
  if (piece.symbol === "▦") return <Blocked layout={layout} />;
  if (isPaired(piece, facts)) {
    // Kinds are told by letters; the plainest ones need none.
    const kind = piece.symbol.toUpperCase();
    return (
      <>
        <Disc colour={colour} size={layout === "hexes" ? 34 : 38} king={false} />
        {!/[XO]/.test(kind) && (
          <text class={`kind ${colour}`} dy="0.35em">
            {kind}
          </text>
        )}
      </>
    );
  }
  if (/[♔-♟]/u.test(piece.symbol) && shape)
    return (
      <g class={`man ${colour}`} transform={`scale(${MEN})`}>
        {shape}
      </g>
    );
  if (
    (/^[oO]$/.test(piece.symbol) && layout !== "points" && layout !== "hexes") ||
    /^(nought|ring|circle)$/i.test(piece.name)
  )
    return <circle class={`stroke ${colour}`} r="27" />;
  if (DISCS.test(piece.symbol) || layout === "hexes" || (layout === "points" && /^[XO]$/i.test(piece.symbol))) {
    return (
      <Disc
        colour={colour}
        size={layout === "hexes" ? 34 : layout === "cells" ? 43 : 39}
        king={/king|crowned|dame/i.test(piece.name)}
      />
    );
  }
  if (/^[xX✕✖×╳]$/u.test(piece.symbol)) return <path class={`stroke ${colour}`} d="M-25-25 25 25M25-25-25 25" />;
  if (CHARACTER.test(piece.symbol)) return <Written letter={String(letter)} piece={piece} facts={facts} />;
  return (
    <g class={`letter ${colour}`}>
      {piece.side !== null && <circle r="38" />}
      <text dy="0.35em">{piece.symbol}</text>
    </g>
  );
}

/** A disc or a tile with a character, and with the letters that may be chosen in its place: `+R` for a promoted rook. */
function Written({ letter, piece, facts }: { letter: string; piece: Piece; facts: GameFacts }): JSX.Element {
  const { side, name, symbol, promoted_from } = piece;
  const isTile = hasTiles(facts);
  const isTurned = facts.sides?.[facts.players.indexOf(side ?? "")]?.turned;
  const classes = ["written", tone(side, name, facts), isTile && "tile", isTurned && "turned"];
  return (
    <g class={[...classes, promoted_from && "promoted"].filter(Boolean).join(" ")}>
      {isTile ? (
        <path d="M0-44 27-34 37 42H-37L-27-34z" />
      ) : (
        <>
          <circle r="42" />
          <circle class="rim" r="36" />
        </>
      )}
      <text class="character" dy="0.37em">
        {symbol}
      </text>
      <text class="latin" dy="0.36em">
        {promoted_from ? `+${promoted_from.toUpperCase()}` : letter.toUpperCase()}
      </text>
    </g>
  );
}

/** Whether the other side's piece of this kind has the same letter, in the other case. */
function isPaired({ symbol, side }: Piece, facts: GameFacts): boolean {
  const other = symbol === symbol.toUpperCase() ? symbol.toLowerCase() : symbol.toUpperCase();
  return /^[a-z]$/i.test(symbol) && side !== null && ![undefined, null, side].includes(facts.pieces?.[other]?.side);
}

/** A cell that nothing can enter any more. */
const Blocked = ({ layout }: { layout: string }): JSX.Element =>
  layout === "hexes" ? (
    <circle class="blocked" r="40" />
  ) : (
    <rect class="blocked" x="-42" y="-42" width="84" height="84" rx="8" />
  );

/** A disc; a king of draughts is two of them, one on the other, with a crown. */
function Disc({ colour, size, king }: { colour: string; size: number; king: boolean }): JSX.Element {
  const lift = king ? -7 : 0;
  return (
    <g class={`disc ${colour}`}>
      {king && <circle class="under" r={size} cy={6} />}
      <circle r={size} cy={lift} />
      {!king && <circle class="rim" r={size - 9} />}
      {king && <path class="crown" d="M-23 10l-4-30 14 12L0-29 13-8l14-12-4 30z" />}
    </g>
  );
}

/** How far seeds lie apart, and how many are drawn, by the form of their pit. */
const FORMS = {
  round: { most: 12, across: 1.4, down: 0.68, lift: -4, number: { x: 0, y: 37 } },
  tall: { most: 28, across: 0.9, down: 1.6, lift: -25, number: { x: 0, y: 82 } },
  wide: { most: 28, across: 2.4, down: 0.8, lift: 0, number: { x: -250, y: 12 } },
};

/** Seeds in a pit: as many dots as can be counted at a glance, and the number. */
export function Seeds({ amount, form }: { amount: number; form: keyof typeof FORMS }): JSX.Element {
  const { most, across, down, lift, number } = FORMS[form];
  const dots = Array.from({ length: Math.min(amount, most) }, (_, i) => {
    // Laid along a sunflower's spiral: even for any number of them.
    const [radius, angle] = [6.9 * Math.sqrt(i + 0.4), i * 2.39996];
    return (
      <circle
        key={i}
        class="seed"
        r={form === "round" ? 5.5 : 6}
        cx={round(radius * Math.cos(angle) * across)}
        cy={round(radius * Math.sin(angle) * down) + lift}
      />
    );
  });
  return (
    <>
      {dots}
      <text class="amount" {...number}>
        {amount}
      </text>
    </>
  );
}

/** As many tokens of a heap are drawn; of more the number alone says it. */
export const TOKENS = 24;

/** The floor that a heap lies on, and how wide and how large its tokens may be. */
const [FLOOR, WIDEST, LARGEST] = [62, 132, 40];

/** Where the tokens of a heap lie, from the floor up: each row has one less, and the uppermost what is left. */
export function heaped(amount: number): { x: number; y: number; size: number }[] {
  let width = 1;
  while ((width * (width + 1)) / 2 < amount) width++;
  const size = Math.min(LARGEST, WIDEST / width);
  const tokens = [];
  for (let [row, left] = [0, amount]; left > 0; left -= width - row, row++) {
    const some = Math.min(left, width - row);
    const before = Math.floor((width - row - some) / 2);
    for (let i = 0; i < some; i++)
      tokens.push({ x: size * (before + i - (width - row - 1) / 2), y: FLOOR - size * (0.5 + 0.8 * row), size });
  }
  return tokens;
}

/** A heap of tokens. `take` hears how many stay. */
export function Heap({ amount, take }: { amount: number; take?: (left: number) => void }): JSX.Element {
  return (
    <>
      <path class="floor" d={`M-62 ${FLOOR}h124`} />
      {heaped(amount > TOKENS ? 0 : amount).map(({ x, y, size }, i) => (
        <ellipse
          key={i}
          class={`bone${take ? " takes" : ""}`}
          cx={round(x)}
          cy={round(y)}
          rx={round(size / 2 - 0.5)}
          ry={round(size / 2 - 1)}
          onClick={take && ((event) => (event.stopPropagation(), take(i)))}
        />
      ))}
      <text class="amount" y="84">
        {amount.toLocaleString("en")}
      </text>
    </>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;

// Chess's six, our own drawing: a base, a body, a head. They are drawn smaller than they are shown: the lowest, the pawn,
// then is 85 hundredths of a square high.
const MEN = 1.22;
const BASE = "M-27 36c0-8 6-11 12-12h30c6 1 12 4 12 12z";
const SHAPES: Record<string, JSX.Element> = {
  pawn: (
    <path d={`${BASE}M-14 25c3-11 7-18 7-28h14c0 10 4 17 7 28zM-12-3a2 3 0 0 1 2-5 15 15 0 1 1 20 0 2 3 0 0 1 2 5z`} />
  ),
  rook: <path d={`${BASE}M-18 25l3-37h30l3 37zM-20-12v-25h9v7h6v-7h10v7h6v-7h9v25z`} />,
  bishop: (
    <>
      <path d={`${BASE}M-15 25c3-5 4-9 4-14h22c0 5 1 9 4 14zM-12 11C-24-2-14-20 0-29 14-20 24-2 12 11z`} />
      <circle cy="-33" r="5.5" />
      <path class="fine" d="M0-19v15M-7-11.500h14" />
    </>
  ),
  knight: (
    <>
      <path
        d={`${BASE}M-16 25c-1-14 12-17 11-27-5 6-12 5-17 9-5 2-10-3-8-8l12-20c1-8 7-12 15-13l2-4 5 5C22-30 25-8 19 25z`}
      />
      <circle class="eye" cx="-5" cy="-17" r="2.600" />
    </>
  ),
  queen: (
    <>
      <path d={`${BASE}M-20 25c3-5 3-9 1-14h38c-2 5-2 9 1 14zM-19 11l-12-34 14 17 3-25L0-9l14-22 3 25 14-17-12 34z`} />
      <circle cx="-32" cy="-26" r="4.500" />
      <circle cx="-14.500" cy="-34" r="4.500" />
      <circle cx="14.500" cy="-34" r="4.500" />
      <circle cx="32" cy="-26" r="4.500" />
    </>
  ),
  king: (
    <path
      d={`${BASE}M-20 25c3-5 3-8 1-12h38c-2 4-2 7 1 12zM-19 13C-42-7-24-24-3-14v-9h-7v-7h7v-8h6v8h7v7H3v9C24-24 42-7 19 13z`}
    />
  ),
};
