import { AsyncLocalStorage } from 'node:async_hooks';
import { FifoGate, type Leave } from './fifo-gate.js';
import { TimeSlice } from './time-slice.js';

/** One level of work on the connection: the root, a transaction, a savepoint in it, or a single statement. */
export interface Scope<Base> {
  /** False before it has begun and after it has ended. */
  isActive: boolean;
  /** The level around it. */
  outer: Scope<Base> | undefined;
  /** Admits callers one by one; absent in a single statement, where all callers pass. */
  readonly gate: FifoGate | undefined;
  /** The runner that began the transaction; absent outside of every transaction. */
  base: Base | undefined;
}

/** A scope that a caller has entered, and the function that leaves it. */
export interface Entry<Base> {
  readonly scope: Scope<Base>;
  readonly leave: Leave;
}

/** How long statements may occupy one turn of the event loop, in milliseconds. Requests and timers wait no longer than this. */
const SLICE_MS = 20;

const noLeave: Leave = () => undefined;

/** A scope ends with the scopes around it, even if it was not ended itself. */
function isAlive(scope: Scope<unknown>): boolean {
  for (let each: Scope<unknown> | undefined = scope; each; each = each.outer) if (!each.isActive) return false;
  return true;
}

/** Knows the scope of each asynchronous context, and admits work into scopes one by one. */
export class ScopeContext<Base> {
  // Each frame is a new object: AsyncLocalStorage.run() opens no context of its own for the same value.
  private readonly frames = new AsyncLocalStorage<{ readonly scope: Scope<Base> | undefined }>();
  private readonly root: Scope<Base> = { isActive: true, outer: undefined, gate: new FifoGate(), base: undefined };

  private readonly slice = new TimeSlice(SLICE_MS);

  constructor(private readonly waitMs: number) {}

  /** The innermost active scope of the calling context; without one, `own`; without that, the root. */
  current(own?: Scope<Base>): Scope<Base> {
    let scope = this.frames.getStore()?.scope;
    while (scope && !isAlive(scope)) scope = scope.outer;
    return scope ?? own ?? this.root;
  }

  /** Whether the calling context runs inside a transaction. */
  isInside(): boolean {
    return this.current() !== this.root;
  }

  /** Enters the current scope. If that scope ends while the caller waits, the caller enters the scope that is current then. */
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

  /** Makes the scope of a transaction, not active yet. The caller and all its later work run in it. */
  open(own: Scope<Base> | undefined): Scope<Base> {
    const scope = { isActive: false, outer: this.current(own), gate: new FifoGate(), base: undefined };
    this.frames.enterWith({ scope });
    return scope;
  }

  /** Runs statements of the caller that holds the gate of `scope`: inside, no statement waits. */
  async runInside<T>(scope: Scope<Base>, work: () => Promise<T>): Promise<T> {
    const inside = { isActive: true, outer: scope, gate: undefined, base: scope.base };
    try {
      return await this.frames.run({ scope: inside }, work);
    } finally {
      inside.isActive = false;
    }
  }

  /** Runs work whose {@link open} must not change the caller's own context. */
  isolate<T>(work: () => T): T {
    return this.frames.run({ scope: this.frames.getStore()?.scope }, work);
  }

  /** Releases its storage; later use enables it again. */
  disable(): void {
    this.frames.disable();
  }

  /** Waits until no work runs in `scope`. */
  async quiet(scope: Scope<Base>): Promise<Leave> {
    return (await scope.gate?.enter(this.waitMs)) ?? noLeave;
  }
}
