// The parts of Nakama's runtime that nakama.ts uses; npm's registry does not have the package `nakama-runtime`. If yours is installed
// (npm install github:heroiclabs/nakama-common), delete this file.

declare namespace nkruntime {
  interface Context {
    env: { [name: string]: string };
  }
  interface Logger {
    error(format: string, ...parts: unknown[]): string;
  }
  interface Presence {
    userId: string;
    sessionId: string;
    username: string;
    node: string;
  }
  interface HttpResponse {
    code: number;
    body: string;
  }
  interface Nakama {
    httpRequest(
      url: string,
      method: "get" | "post" | "put" | "patch" | "head" | "delete",
      headers?: { [name: string]: string },
      body?: string,
      timeoutMs?: number,
    ): HttpResponse;
    binaryToString(data: ArrayBuffer | Uint8Array): string;
    matchCreate(module: string, params?: { [name: string]: unknown }): string;
  }
  interface MatchDispatcher {
    broadcastMessage(
      opcode: number,
      data?: string | null,
      presences?: Presence[] | null,
      sender?: Presence | null,
      reliable?: boolean,
    ): void;
    matchLabelUpdate(label: string): void;
  }
  interface MatchMessage {
    sender: Presence;
    opCode: number;
    data: Uint8Array;
  }
  interface MatchHandler<State> {
    matchInit(
      ctx: Context,
      logger: Logger,
      nk: Nakama,
      params: { [name: string]: any },
    ): { state: State; tickRate: number; label: string };
    matchJoinAttempt(
      ctx: Context,
      logger: Logger,
      nk: Nakama,
      dispatcher: MatchDispatcher,
      tick: number,
      state: State,
      presence: Presence,
      metadata: { [name: string]: any },
    ): { state: State; accept: boolean; rejectMessage?: string } | null;
    matchJoin(
      ctx: Context,
      logger: Logger,
      nk: Nakama,
      dispatcher: MatchDispatcher,
      tick: number,
      state: State,
      presences: Presence[],
    ): { state: State } | null;
    matchLeave(
      ctx: Context,
      logger: Logger,
      nk: Nakama,
      dispatcher: MatchDispatcher,
      tick: number,
      state: State,
      presences: Presence[],
    ): { state: State } | null;
    matchLoop(
      ctx: Context,
      logger: Logger,
      nk: Nakama,
      dispatcher: MatchDispatcher,
      tick: number,
      state: State,
      messages: MatchMessage[],
    ): { state: State } | null;
    matchTerminate(
      ctx: Context,
      logger: Logger,
      nk: Nakama,
      dispatcher: MatchDispatcher,
      tick: number,
      state: State,
      graceSeconds: number,
    ): { state: State } | null;
    matchSignal(
      ctx: Context,
      logger: Logger,
      nk: Nakama,
      dispatcher: MatchDispatcher,
      tick: number,
      state: State,
      data: string,
    ): { state: State; data?: string } | null;
  }
  interface Initializer {
    registerMatch<State>(name: string, handler: MatchHandler<State>): void;
    registerRpc(id: string, rpc: (ctx: Context, logger: Logger, nk: Nakama, payload: string) => string | void): void;
  }
}
