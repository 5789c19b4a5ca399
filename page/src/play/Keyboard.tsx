// What waits for the first key: the part of the page that knows the keys is loaded then.

import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { GameStore } from "./gameStore";
import { keyOf, KeysButton } from "./KeysButton";

export function Keyboard({ store }: { store: GameStore }): JSX.Element {
  const [study, setStudy] = useState<typeof import("../study") | null>(null);
  const pressed = useRef<string[]>([]);
  const load = (key: string) => {
    pressed.current.push(key);
    if (pressed.current.length === 1) void import("../study").then(setStudy);
  };
  useEffect(() => {
    if (study) return;
    const wait = (event: KeyboardEvent) => {
      const key = keyOf(event);
      if (key) load(key);
      // It ends a typed move, and is not meant for the cell that has the focus.
      if (event.key !== "Enter" || pressed.current.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", wait, true);
    return () => document.removeEventListener("keydown", wait, true);
  }, [study]);
  return study ? <study.Keys store={store} first={pressed.current} /> : <KeysButton show={() => load("?")} />;
}
