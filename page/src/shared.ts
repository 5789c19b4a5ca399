// What the first part of the page shares with any that is loaded later. Every part imports all of it, so that esbuild puts
// it into one file, chunk.js. If esbuild makes a second file of this name, what that has is missing here.

import "./Bar";
import "./Switch";
import "./board/Board";
import "./board/Thumb";
import "./play/Exchanged";
import "./play/Graph";
import "./play/KeysButton";
import "./play/GamePicture";
import "./play/Player";
import "./play/dialog";
import "./play/nags";
import "./play/opening";
import "./pruning/explicit";
import "./styled";
