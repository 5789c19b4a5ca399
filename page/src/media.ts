// What kind of screen the page is on.

import { useEffect, useMemo, useState } from "preact/hooks";

/** Where the panels under the board are shown one at a time: phones, tablets held upright, and pages enlarged twice. */
export const PANELLED = "(max-width: 819px), (max-height: 479px), (max-width: 1099px) and (orientation: portrait)";

/** Whether the screen is such a one. */
export function useMatch(media: string): boolean {
  const query = useMemo(() => matchMedia(media), [media]);
  const [matches, setMatches] = useState(query.matches);
  useEffect(() => {
    const follow = () => setMatches(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [query]);
  return matches;
}
