// Choices that the browser keeps, if it may keep anything; else they last as long as the page.

/** What was kept under a name; empty if nothing was. */
export function kept(name: string): string {
  try {
    return localStorage.getItem(`plyd.${name}`) ?? "";
  } catch {
    return "";
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`plyd.${name}`, value);
  } catch {
    // Storage is off or full. The choice itself has been made.
  }
}
