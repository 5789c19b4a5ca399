// The tree of a search and rules of one's own: loaded when one of these tabs is opened.

import "./shared";
export { SeePruning } from "./pruning/SeePruning";
export { TreeStore } from "./pruning/treeStore";
export { YourRules } from "./rules/YourRules";
