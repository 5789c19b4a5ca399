// More games to begin with: some of those that the tests of the rules play. They are a file of their own, because only one
// tab needs them.

import amazons from "../../../crates/games/src/rules/games/amazons.json";
import amazons6 from "../../../crates/games/src/rules/games/amazons-6.json";
import antiOthello from "../../../crates/games/src/rules/games/anti-othello.json";
import ataxx from "../../../crates/games/src/rules/games/ataxx.json";
import brandubh from "../../../crates/games/src/rules/games/brandubh.json";
import breakthrough from "../../../crates/games/src/rules/games/breakthrough.json";
import breakthrough6x6 from "../../../crates/games/src/rules/games/breakthrough-6x6.json";
import checkers from "../../../crates/games/src/rules/games/checkers.json";
import clobber from "../../../crates/games/src/rules/games/clobber.json";
import col from "../../../crates/games/src/rules/games/col.json";
import connectFour from "../../../crates/games/src/rules/games/connect-four.json";
import connect6 from "../../../crates/games/src/rules/games/connect6.json";
import domineering from "../../../crates/games/src/rules/games/domineering.json";
import fourInARow5x4 from "../../../crates/games/src/rules/games/four-in-a-row-5x4.json";
import foxAndHounds from "../../../crates/games/src/rules/games/fox-and-hounds.json";
import gomokuExact from "../../../crates/games/src/rules/games/gomoku-exact.json";
import hex from "../../../crates/games/src/rules/games/hex.json";
import hexapawn from "../../../crates/games/src/rules/games/hexapawn.json";
import isola from "../../../crates/games/src/rules/games/isola.json";
import knightthrough from "../../../crates/games/src/rules/games/knightthrough.json";
import konane from "../../../crates/games/src/rules/games/konane.json";
import linesOfAction from "../../../crates/games/src/rules/games/lines-of-action.json";
import misere from "../../../crates/games/src/rules/games/misere.json";
import othello from "../../../crates/games/src/rules/games/othello.json";
import othello6 from "../../../crates/games/src/rules/games/othello-6.json";
import pente from "../../../crates/games/src/rules/games/pente.json";
import snort from "../../../crates/games/src/rules/games/snort.json";
import teeko from "../../../crates/games/src/rules/games/teeko.json";
import threeMensMorris from "../../../crates/games/src/rules/games/three-mens-morris.json";
import wild from "../../../crates/games/src/rules/games/wild.json";
import y from "../../../crates/games/src/rules/games/y.json";
import yavalath from "../../../crates/games/src/rules/games/yavalath.json";

/** The best known ones come first. */
export const TEMPLATES: { title: string }[] = [
  connectFour,
  yavalath,
  hex,
  y,
  othello,
  breakthrough,
  checkers,
  amazons,
  brandubh,
  gomokuExact,
  misere,
  wild,
  fourInARow5x4,
  connect6,
  pente,
  othello6,
  antiOthello,
  ataxx,
  breakthrough6x6,
  hexapawn,
  knightthrough,
  clobber,
  konane,
  amazons6,
  linesOfAction,
  foxAndHounds,
  threeMensMorris,
  teeko,
  domineering,
  snort,
  col,
  isola,
];
