// Games to begin with.

const FULL = { stuck: "next", wins: "nobody" };
const STUCK = { stuck: "next", wins: "last" };

export const TEMPLATES: [string, object][] = [
  ["Tic-tac-toe", { board: [3, 3], place: "empty", end: [{ line: 3, wins: "last" }, FULL] }],
  ["Four in a row on 5 by 4", { board: [5, 4], place: "empty", end: [{ line: 4, wins: "last" }, FULL] }],
  ["Gomoku, exactly five", { board: [15, 15], place: "empty", end: [{ line: 5, exact: true, wins: "last" }, FULL] }],
  ["Misère tic-tac-toe", { board: [3, 3], place: "empty", end: [{ line: 3, wins: "next" }, FULL] }],
  ["Wild tic-tac-toe", { board: [3, 3], place: { piece: "any" }, end: [{ line: 3, wins: "last" }, FULL] }],
  ["Connect Four", { board: [7, 6], place: "lowest", end: [{ line: 4, wins: "last" }, FULL] }],
  ["Connect6", { board: [15, 15], place: "empty", turn: [1, 2], end: [{ line: 6, wins: "last" }, FULL] }],
  [
    "Pente",
    {
      board: [13, 13],
      place: "empty",
      after: { take: "enclosed", length: 2 },
      end: [{ line: 5, wins: "last" }, { took: 10, wins: "last" }, FULL],
    },
  ],
  [
    "Yavalath",
    {
      board: { hex: "hexagon", size: 5 },
      place: "empty",
      end: [{ line: 4, wins: "last" }, { line: 3, wins: "next" }, FULL],
    },
  ],
  [
    "Hex",
    {
      board: { hex: "rhombus", size: 11 },
      place: "empty",
      end: [
        {
          connect: [
            ["top", "bottom"],
            ["left", "right"],
          ],
          wins: "last",
        },
        FULL,
      ],
    },
  ],
  [
    "Y",
    {
      board: { hex: "triangle", size: 9 },
      place: "empty",
      end: [{ connect: ["top", "left", "slant"], wins: "last" }, FULL],
    },
  ],
  [
    "Othello on 6 by 6",
    {
      board: [6, 6],
      start: "6/6/2ox2/2xo2/6/6",
      place: { flips: true },
      after: { flip: "enclosed" },
      end: { stuck: "both", wins: "most" },
    },
  ],
  [
    "Anti-Othello",
    {
      board: [8, 8],
      start: "8/8/8/3ox3/3xo3/8/8/8",
      place: { flips: true },
      after: { flip: "enclosed" },
      end: { stuck: "both", wins: "fewest" },
    },
  ],
  [
    "Ataxx",
    {
      board: [7, 7],
      start: "X5x/7/7/7/7/7/x5X",
      pieces: { X: { moves: "mDmNmA" } },
      place: { beside: "own" },
      after: { flip: "beside" },
      end: [
        { none: "enemy", wins: "last" },
        { plies: 100, wins: "most" },
        { stuck: "both", wins: "most" },
      ],
    },
  ],
  [
    "Pawns that break through",
    {
      board: [6, 6],
      start: "pppppp/pppppp/6/6/PPPPPP/PPPPPP",
      pieces: { P: { moves: "fmWfF" } },
      end: [{ reach: "far", wins: "last" }, { none: "enemy", wins: "last" }, STUCK],
    },
  ],
  [
    "Hexapawn",
    {
      board: [3, 3],
      start: "ppp/3/PPP",
      pieces: { P: { moves: "fmWfcF" } },
      end: [{ reach: "far", wins: "last" }, STUCK],
    },
  ],
  [
    "Knightthrough",
    {
      board: [8, 8],
      start: "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP",
      pieces: { P: { moves: "fN" } },
      end: [{ reach: "far", wins: "last" }, { none: "enemy", wins: "last" }, STUCK],
    },
  ],
  [
    "Checkers",
    {
      board: [8, 8],
      start: "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1",
      pieces: {
        M: { moves: ["fmF", { jump: "fF", again: "must" }], becomes: { K: "far" } },
        K: { moves: ["mF", { jump: "F", again: "must" }] },
      },
      must: "take",
      end: [{ plies: 80, wins: "nobody" }, STUCK, { repeat: 3, wins: "nobody" }],
    },
  ],
  [
    "Clobber",
    { board: [6, 5], start: "xXxXxX/XxXxXx/xXxXxX/XxXxXx/xXxXxX", pieces: { X: { moves: "cW" } }, end: STUCK },
  ],
  [
    "Konane",
    {
      board: [6, 6],
      near: "W",
      start: "XxXxXx/xXxXxX/XxXxXx/xXxXxX/XxXxXx/xXxXxX",
      pieces: { X: { moves: { jump: "W", again: "may", straight: true } } },
      opening: [{ remove: ["centre", "corners"] }, { remove: "all", beside: "empty" }],
      end: STUCK,
    },
  ],
  [
    "Amazons on 6 by 6",
    {
      board: [6, 6],
      start: "2x2x/6/6/6/6/2X2X",
      pieces: { X: { moves: { step: "mQ", then: { block: "Q" } } } },
      end: STUCK,
    },
  ],
  [
    "Lines of action",
    {
      board: [8, 8],
      start: "1XXXXXX1/x6x/x6x/x6x/x6x/x6x/x6x/1XXXXXX1",
      pieces: { X: { moves: { step: "K", by: "line" } } },
      end: [
        { joined: "own", wins: "last" },
        { joined: "enemy", wins: "next" },
        { plies: 200, wins: "nobody" },
        STUCK,
        { repeat: 2, wins: "nobody" },
      ],
    },
  ],
  [
    "Fox and hounds",
    {
      board: [8, 8],
      start: "1h1h1h1h/8/8/8/8/8/8/4F3",
      pieces: { F: { moves: "mF" }, h: { moves: "fmF" } },
      end: [{ reach: "far", piece: "F", wins: "first" }, { plies: 200, wins: "nobody" }, STUCK],
    },
  ],
  [
    "Three men’s morris",
    {
      board: [3, 3],
      pieces: { X: { moves: "mK" } },
      place: { each: 3 },
      end: [{ line: 3, wins: "last" }, { plies: 60, wins: "nobody" }, STUCK],
    },
  ],
  [
    "Teeko, without squares",
    {
      board: [5, 5],
      pieces: { X: { moves: "mK" } },
      place: { each: 4 },
      end: [{ line: 4, wins: "last" }, { plies: 60, wins: "nobody" }, STUCK],
    },
  ],
  ["Domineering", { board: [8, 8], place: { shape: ["1x2", "2x1"] }, end: STUCK }],
  ["Snort", { board: [5, 5], near: "W", place: { "not beside": "enemy" }, end: STUCK }],
  ["Col", { board: [5, 5], near: "W", place: { "not beside": "own" }, end: STUCK }],
  [
    "Isola",
    {
      board: [7, 7],
      start: "3x3/7/7/7/7/7/3X3",
      pieces: { X: { moves: { step: "mK", then: { block: "empty" } } } },
      end: STUCK,
    },
  ],
  [
    "Brandubh",
    {
      board: [7, 7],
      near: "W",
      start: "3D3/3D3/3d3/DDdkdDD/3d3/3D3/3D3",
      pieces: { D: { moves: { step: "mR", avoids: ["corners", "d4"] } }, k: { moves: "mR" } },
      after: { take: "enclosed", length: 1 },
      hostile: ["corners"],
      end: [
        { none: "k", wins: "first" },
        { reach: "corners", piece: "k", wins: "second" },
        { plies: 100, wins: "nobody" },
        STUCK,
      ],
    },
  ],
];
