// Rules of one's own, and games to begin with: loaded when that tab is opened.

import "./shared";
import { styled } from "./styled";
import styles from "./styles/rules.css";
export { YourRules } from "./rules/YourRules";

styled(styles);
