// A dialog over the page: what opens it, and whether it is open.

import { useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { GameStore } from "./gameStore";
import type { View } from "./view";

export interface Dialog {
  ref: RefObject<HTMLDialogElement | null>;
  /** Whether it is shown; until then it needs no contents. */
  open: boolean;
  show: () => void;
  close: () => void;
  /** Hears that it was closed, by Escape too. */
  closed: () => void;
}

export function useDialog(): Dialog {
  const ref = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  return {
    ref,
    open,
    show: () => {
      setOpen(true);
      ref.current?.showModal();
    },
    close: () => ref.current?.close(),
    closed: () => setOpen(false),
  };
}

/** What a dialog about the game is given. */
export interface DialogProps {
  dialog: Dialog;
  store: GameStore;
  view: View;
}
