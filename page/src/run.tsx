// How to run plyd: loaded when that tab is opened.

import "./shared";
export { RunIt } from "./run/RunIt";
