import type { JSX } from "preact";

/** A tree whose last branch is cut. */
export function Sign(): JSX.Element {
  return (
    <g class="sign">
      <path d="M16 7 7 23M16 7v16" />
      <path class="cut" d="m16 7 9 16" />
      <circle cx="16" cy="7" r="4" />
      <circle cx="7" cy="24" r="4" />
      <circle cx="16" cy="24" r="4" />
      <circle class="cut" cx="25" cy="24" r="3.500" />
    </g>
  );
}
