import { AsyncLocalStorage } from 'node:async_hooks';

/** What a handler did in one rehearsal; collected while it runs and shortly afterwards. */
export class Findings {
  /** What it did outside of its transaction, each thing once, as text. */
  readonly outside = new Set<string>();
  /** Its writing statements in the transaction. */
  readonly statements: string[] = [];
  /** Its timers that are still running, by the id of their asynchronous resource; the value is their delay. */
  readonly timers = new Map<number, number>();
}

interface Frame {
  readonly findings: Findings;
  /** True inside code whose sockets and timers do not count: the database driver, or the output of the process. */
  readonly isPaused: boolean;
}

/** Follows a handler through all that it starts, so that its actions are told apart from the rest of the test. */
export class Trail {
  private readonly frames = new AsyncLocalStorage<Frame>();

  /** The findings of the handler that runs in the calling context; undefined without one, and while it is paused. */
  get findings(): Findings | undefined {
    const frame = this.frames.getStore();
    return frame?.isPaused ? undefined : frame?.findings;
  }

  /** Runs a handler. */
  follow<T>(findings: Findings, work: () => T): T {
    return this.frames.run({ findings, isPaused: false }, work);
  }

  /** Runs permitted work whose side effects do not count, such as a call of the database driver. */
  pause<T>(work: () => T): T {
    const frame = this.frames.getStore();
    return frame ? this.frames.run({ ...frame, isPaused: true }, work) : work();
  }
}
