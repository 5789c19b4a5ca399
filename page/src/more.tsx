// The parts that nobody needs to begin a game: loaded when they are opened first.

export { Diagram } from "./play/Diagram";
export { Reviewed } from "./play/Reviewed";
export { SeePruning } from "./pruning/SeePruning";
export { TreeStore } from "./pruning/treeStore";
export { YourRules } from "./rules/YourRules";
export { RunIt } from "./run/RunIt";
