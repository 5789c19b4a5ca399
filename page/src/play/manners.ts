// What players do besides moving: they resign, offer draws and accept them, and lose on time.

import { sleep } from "../ask";
import type { Advice } from "../wire";
import { name, opponent } from "../words";
import { control, left } from "./clock";
import { nodeAt } from "./gameTree";
import { Opening } from "./opening";
import { finished, type Ending } from "./view";

export abstract class Manners extends Opening {
  private flag = 0;
  /** When the clock for which the flag is set began to run. */
  private armed: number | null = null;

  constructor() {
    super();
    this.subscribe(() => this.arm());
  }

  /** Ends the game when the side to move has no time left. Keeps what was spent whenever the clock starts or stops. */
  private arm(): void {
    const { spent, position, settings, facts, pending } = this.view;
    if (spent.since === this.armed) return;
    this.armed = spent.since;
    clearTimeout(this.flag);
    if (!pending) this.keep();
    if (spent.since === null || !position || !control(settings.clock)) return;
    const loser = position.to_move;
    this.flag = window.setTimeout(
      () => this.end({ winner: opponent(loser, facts!), how: "time" }, `${name(loser, facts!)} is out of time.`),
      left(this.view, loser, performance.now())! + 5,
    );
  }

  private end(ending: Omit<Ending, "node">, remark: string): void {
    this.begin();
    const { line, at } = this.view;
    this.set({ ending: { ...ending, node: nodeAt(line, at) }, offer: null, remark, thought: null });
    this.set({ said: `${remark} ${finished(this.view)}` });
    this.remember();
  }

  resign(): void {
    const { settings } = this.view;
    this.end({ winner: settings.plays[0], how: "resignation" }, "You resigned.");
  }

  /** plyd answers the offer when it has next thought about a move. */
  offerDraw(): void {
    const remark = "You offer a draw. plyd answers when it is to move.";
    this.set({ offer: "you", remark, said: remark });
  }

  acceptDraw(): void {
    this.end({ winner: null, how: "agreement" }, "You accepted the draw.");
  }

  declineDraw(): void {
    this.set({ offer: null, remark: null, said: "You declined the draw." });
  }

  /** Takes back an end that the players or the clock made, and goes on. */
  async disregard(): Promise<void> {
    const { plies, at } = this.view;
    const task = this.begin();
    // A side whose time is up cannot go on with a clock.
    const settings = this.view.ending?.how === "time" ? { ...this.view.settings, clock: "" } : this.view.settings;
    this.set({ ending: null, remark: null, settings, paused: at < plies.length, insisted: true });
    this.remember();
    await this.guarded(task, () => this.goOn(task));
  }

  /** Does what the advice says besides the move. Returns whether that ends the game. */
  protected async heed(task: AbortSignal, { accept_draw, resign, because, think_ms }: Advice): Promise<boolean> {
    const { settings, offer, facts, position, thought, insisted } = this.view;
    if (settings.draws && offer === "you") {
      if (accept_draw) {
        this.end({ winner: null, how: "agreement" }, "plyd accepts the draw.");
        return true;
      }
      this.set({ offer: null, remark: "plyd declines the draw.", said: "plyd declines the draw." });
    }
    if (settings.resigns && resign && !insisted) {
      this.end({ winner: opponent(position!.to_move, facts!), how: "resignation" }, `plyd resigns. ${because}`);
      return true;
    }
    if (settings.thinks && thought) {
      const rest = think_ms - (performance.now() - thought.since);
      // While it waits, Stop makes it move now.
      this.set({ thought: { ...thought, running: true } });
      await sleep(Math.max(0, rest), task);
      this.set({ thought });
    }
    return false;
  }
}
