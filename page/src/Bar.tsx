// A bar whose filled part is a share of its track.

import type { JSX } from "preact";

interface Props {
  role: "progressbar" | "meter";
  label: string;
  /** From 0 to 1. */
  share: number;
  /** Whether something goes on that has no known end. */
  going?: boolean;
}

export function Bar({ role, label, share, going }: Props): JSX.Element {
  const percent = Math.round(1000 * Math.min(1, Math.max(0, share))) / 10;
  return (
    <div
      class={`bar${going ? " going" : ""}`}
      role={role}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${going ? 100 : percent}%` }} />
    </div>
  );
}
