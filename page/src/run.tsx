// How to run plyd: loaded when that tab is opened.

import "./shared";
import { styled } from "./styled";
import styles from "./styles/run.css";
export { RunIt } from "./run/RunIt";

styled(styles);
