// What is learnt from games, and the dialogs for what comes in and what is taken along: loaded when first asked for.

import "./shared";
export { Paste } from "./play/Paste";
export { PositionEditor } from "./play/PositionEditor";
export { Recent } from "./play/Recent";
export { Reviewed } from "./play/Reviewed";
export { Save } from "./play/Save";
