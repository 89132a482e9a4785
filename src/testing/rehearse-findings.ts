import { AsyncLocalStorage } from 'node:async_hooks';

/** What a handler did in one rehearsal; collected while it runs and shortly afterwards. */
export class Findings {
  /** What it did outside of its transaction, each thing once, in words. */
  readonly outside = new Set<string>();
  /** Its statements that write, in the transaction. */
  readonly statements: string[] = [];
  /** Timers it started that are still running, by the id of their asynchronous resource; the value is their time. */
  readonly timers = new Map<number, number>();
}

interface Frame {
  readonly findings: Findings;
  /** Inside something whose sockets and timers are no one's business here: the database driver, or the process's own output. */
  readonly isPaused: boolean;
}

/** Follows a handler through whatever it starts, so that its doings can be told from those of the rest of the test. */
export class Trail {
  private readonly frames = new AsyncLocalStorage<Frame>();

  /** The findings of the handler that is at work in the calling context; undefined elsewhere and while it is paused. */
  get findings(): Findings | undefined {
    const frame = this.frames.getStore();
    return frame?.isPaused ? undefined : frame?.findings;
  }

  /** Runs a handler. */
  follow<T>(findings: Findings, work: () => T): T {
    return this.frames.run({ findings, isPaused: false }, work);
  }

  /** Runs what a handler may do, and what is done for it on the way is not its own: a call of the database driver, say. */
  pause<T>(work: () => T): T {
    const frame = this.frames.getStore();
    return frame ? this.frames.run({ ...frame, isPaused: true }, work) : work();
  }
}
