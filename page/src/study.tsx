// What is learnt from games: loaded with the first review or diagram.

import "./shared";
export { Diagram } from "./play/Diagram";
export { Reviewed } from "./play/Reviewed";
