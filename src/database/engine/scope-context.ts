import { AsyncLocalStorage } from 'node:async_hooks';
import { FifoGate, type Leave } from './fifo-gate.js';
import { TimeSlice } from './time-slice.js';

/** One level of work on the connection: everything, a transaction, a savepoint in it, or a single statement. */
export interface Scope<Base> {
  /** False before it has begun and after it has ended. */
  isActive: boolean;
  /** The level around it. */
  outer: Scope<Base> | undefined;
  /** Orders those who come in; absent in a single statement, inside which everyone passes. */
  readonly gate: FifoGate | undefined;
  /** What carries the transaction; absent outside of every transaction. */
  base: Base | undefined;
}

/** A scope that one has got into, and the way out. */
export interface Entry<Base> {
  readonly scope: Scope<Base>;
  readonly leave: Leave;
}

/** What statements may take of one turn of the event loop, in milliseconds: requests and timers wait no longer. */
const SLICE_MS = 20;

const noLeave: Leave = () => undefined;

/** A scope lives no longer than those around it, even where no one has ended it. */
function isAlive(scope: Scope<unknown>): boolean {
  for (let each: Scope<unknown> | undefined = scope; each; each = each.outer) if (!each.isActive) return false;
  return true;
}

/** Knows in which scope a piece of asynchronous work runs, and lets work into scopes one after the other. */
export class ScopeContext<Base> {
  // The frame around the scope is never reused: AsyncLocalStorage.run() opens no context of its own for the same value.
  private readonly frames = new AsyncLocalStorage<{ readonly scope: Scope<Base> | undefined }>();
  private readonly root: Scope<Base> = { isActive: true, outer: undefined, gate: new FifoGate(), base: undefined };

  private readonly slice = new TimeSlice(SLICE_MS);

  constructor(private readonly waitMs: number) {}

  /** The innermost active scope of the calling context; where that has none, `own`; where there is none, the root. */
  current(own?: Scope<Base>): Scope<Base> {
    let scope = this.frames.getStore()?.scope;
    while (scope && !isAlive(scope)) scope = scope.outer;
    return scope ?? own ?? this.root;
  }

  /** Whether the calling context runs inside a transaction. */
  isInside(): boolean {
    return this.current() !== this.root;
  }

  /** Gets into the current scope. It may have ended while one waited: then into the one that is current now. */
  async enter(own: () => Scope<Base> | undefined): Promise<Entry<Base>> {
    for (;;) {
      const scope = this.current(own());
      if (!scope.gate) return { scope, leave: noLeave };
      const leave = await scope.gate.enter(this.waitMs);
      await this.slice.share();
      if (isAlive(scope)) return { scope, leave };
      leave();
    }
  }

  /** Makes a transaction's scope that is not active yet, and puts the caller and all that it goes on to do into it. */
  open(own: Scope<Base> | undefined): Scope<Base> {
    const scope = { isActive: false, outer: this.current(own), gate: new FifoGate(), base: undefined };
    this.frames.enterWith({ scope });
    return scope;
  }

  /** Runs statements of the one who holds `scope`'s gate: inside, no one waits. */
  async runInside<T>(scope: Scope<Base>, work: () => Promise<T>): Promise<T> {
    const inside = { isActive: true, outer: scope, gate: undefined, base: scope.base };
    try {
      return await this.frames.run({ scope: inside }, work);
    } finally {
      inside.isActive = false;
    }
  }

  /** Runs work whose {@link open} must not reach the caller's own context. */
  isolate<T>(work: () => T): T {
    return this.frames.run({ scope: this.frames.getStore()?.scope }, work);
  }

  /** Lets go of its storage; one that is used again comes back. */
  disable(): void {
    this.frames.disable();
  }

  /** Waits until nothing runs in `scope` any more. */
  async quiet(scope: Scope<Base>): Promise<Leave> {
    return (await scope.gate?.enter(this.waitMs)) ?? noLeave;
  }
}
