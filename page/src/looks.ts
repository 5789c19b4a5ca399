// The looks that a person may choose: the scheme of the whole page, and the colours of boards.

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
    // The choice then lasts until the page is closed.
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
