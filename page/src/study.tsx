// What is learnt from games, the keys, and the dialogs for what comes in and what is taken along: loaded when first asked
// for.

import "./shared";
import { styled } from "./styled";
import picker from "./styles/picker.css";
import print from "./styles/print.css";
import styles from "./styles/study.css";
export { Annotate } from "./play/Annotate";
export { Games } from "./play/Games";
export { Keys } from "./play/Keys";
export { Paste } from "./play/Paste";
export { PositionEditor } from "./play/PositionEditor";
export * as reading from "./play/reading";
export { Recent } from "./play/Recent";
export { Reviewed } from "./play/Reviewed";
export { Save } from "./play/Save";

styled(styles);
styled(picker);
// Before this part is loaded, paper has the whole page without its buttons.
styled(print);
