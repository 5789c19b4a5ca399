// One task at a time: whatever begins ends what went on before.

import { persist, Problem } from "../ask";
import { Store } from "../store";
import { ticked } from "./clock";
import { empty, excuse, type View } from "./view";

export class Tasks extends Store<View> {
  /** Aborts the current search or wait. */
  private task = new AbortController();
  /** The index of the move that the last failure was about; null where it was about something else. */
  protected wrongMove: number | null = null;

  constructor() {
    super(empty());
  }

  /** With each change the clock stops or runs on. */
  protected override set(change: Partial<View>): void {
    super.set({ ...change, spent: ticked({ ...this.view, ...change }, performance.now()) });
  }

  protected begin(): AbortSignal {
    this.task.abort(new Error("something else began"));
    this.task = new AbortController();
    const { thought } = this.view;
    this.set({
      opening: null,
      waiting: null,
      pending: null,
      thought: thought?.running ? { ...thought, running: false } : thought,
    });
    return this.task.signal;
  }

  /** Repeats a request while the server is busy or away. */
  protected patient<T>(task: AbortSignal, attempt: () => Promise<T>): Promise<T> {
    return persist(
      attempt,
      (waiting) => !task.aborted && this.set({ waiting, ...(waiting ? { said: waiting.words } : {}) }),
      task,
    );
  }

  /** Runs a task. If it fails, shows the error and changes nothing else; the error is the answer. */
  protected async guarded(task: AbortSignal, work: () => Promise<void>): Promise<string | null> {
    this.set({ trouble: null });
    try {
      await work();
      return null;
    } catch (error) {
      if (task.aborted) return null;
      const { thought } = this.view;
      const move = error instanceof Problem ? /^moves[.[](\d+)/.exec(error.path ?? "") : null;
      this.wrongMove = move && Number(move[1]);
      const trouble = excuse(error);
      this.set({
        trouble,
        said: trouble,
        opening: null,
        waiting: null,
        pending: null,
        thought: thought && { ...thought, running: false },
      });
      return trouble;
    }
  }
}
