// How the page looks, where a person wants it otherwise than it is: a scheme for all of it, and the colours of boards.

export type Look = "scheme" | "board";

const key = (look: Look): string => `plyd.${look}`;

/** What was chosen; empty for the usual. */
export function chosen(look: Look): string {
  try {
    return localStorage.getItem(key(look)) ?? "";
  } catch {
    return "";
  }
}

export function choose(look: Look, value: string): void {
  try {
    localStorage.setItem(key(look), value);
  } catch {
    // It then lasts as long as the page does.
  }
  apply(look, value);
}

function apply(look: Look, value: string): void {
  if (value) document.documentElement.dataset[look] = value;
  else delete document.documentElement.dataset[look];
}

export function applyLooks(): void {
  for (const look of ["scheme", "board"] as const) apply(look, chosen(look));
}
