// Pieces in hand: loaded with the first game in which they are dropped.

import "./shared";
import { styled } from "./styled";
import styles from "./styles/hand.css";
export { Hand } from "./board/Hand";

styled(styles);
