// The tree of a search: loaded when that tab is opened.

import "./shared";
import { styled } from "./styled";
import styles from "./styles/pruning.css";
export { SeePruning } from "./pruning/SeePruning";
export { TreeStore } from "./pruning/treeStore";

styled(styles);
