// The parts that nobody needs to begin a game: loaded when they are opened first.

export { Puzzles } from "./play/Puzzles";
export { SeePruning } from "./pruning/SeePruning";
export { TreeStore } from "./pruning/treeStore";
export { YourRules } from "./rules/YourRules";
export { RunIt } from "./run/RunIt";
