// A value that a component follows.

import { useEffect, useState } from "preact/hooks";

export class Store<View> {
  private listeners = new Set<() => void>();

  constructor(public view: View) {}

  protected set(change: Partial<View>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

export function useStore<View>(store: Store<View>): View {
  const [, redraw] = useState(0);
  useEffect(() => {
    // The view may have changed since the first render.
    redraw((n) => n + 1);
    return store.subscribe(() => redraw((n) => n + 1));
  }, [store]);
  return store.view;
}
