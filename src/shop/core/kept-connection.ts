import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs, waitAtMost } from '../../support/index.js';

/** What a {@link KeptConnection} does with a client of a package. */
export interface ConnectionSteps<C> {
  /** Makes a client that is not connected yet. */
  make(): C;
  /** Connects the client and prepares it for use. Calls `lose` when the connection ends, now or later, once or more often. */
  open(client: C, lose: (error?: Error) => void): Promise<unknown>;
  /** Sends a request to which the server answers; the content of the answer does not matter. */
  probe(client: C): Promise<unknown>;
  /** Ends the client's connection, in any state. May be called more than once. */
  end(client: C): Promise<unknown>;
  /** Called when there is a connection, and when it is lost. */
  changed?(): void;
}

/** At least 100 ms after the first failure, at most two seconds. */
const RETRY = { baseMs: 200, capMs: 2_000, jitter: 'equal' } as const;
/**
 * A connection that ends sooner counts as a failure, in milliseconds: a proxy without its server accepts a connection, and
 * drops it.
 */
const STEADY_MS = 10_000;
/** A server that has not answered for so long counts as lost, in milliseconds. */
const ANSWER_MS = 3_000;
/** Longest wait for the end of a connection, in milliseconds. */
const END_MS = 800;
/** How often a connection is probed, in milliseconds: a connection that was cut silently never ends by itself. */
const PROBE_MS = 3_000;

const unanswered = (): Error => new Error('the server does not answer');
const closed = (): Error => new Error('the bus is closed');
const nothing = (): void => undefined;

/**
 * One connection to a broker, made at its first use. Every wait for the server has a bound. After a failed attempt there is a
 * pause, and callers that want the connection meanwhile get that failure. The same holds when connections repeatedly end as
 * soon as they are made.
 */
export class KeptConnection<C> {
  private current: Promise<C> | null = null;
  private up: C | null = null;
  private isKept = false;
  private failures = 0;
  /** When this connection counts as steady, by the monotonic clock. */
  private steadyFrom = 0;
  private probing: NodeJS.Timeout | undefined;
  private readonly closing = new AbortController();
  private readonly whenClosed: Promise<never>;

  constructor(private readonly steps: ConnectionSteps<C>) {
    const { signal } = this.closing;
    this.whenClosed = new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(closed()), { once: true });
    });
    this.whenClosed.catch(nothing);
  }

  /** Whether there is a connection, as far as this process knows. */
  get isUp(): boolean {
    return this.up !== null;
  }

  /**
   * Does something with the connection.
   *
   * @throws when there is no connection, when the server does not answer in time, and what the action throws
   */
  async use(action: (client: C) => Promise<unknown>): Promise<void> {
    const client = await this.connected();
    await answered(action(client), () => this.lose(client, unanswered()));
  }

  /** Ends the connection as if it had been lost. Without a connection it does nothing. */
  drop(error: Error): void {
    if (this.up !== null) this.lose(this.up, error);
  }

  /** From now on the connection is made anew each time it is lost. @returns after the first attempt, successful or not */
  async keep(): Promise<void> {
    this.isKept = true;
    await this.connected().catch(nothing);
  }

  /** Ends the connection, also one that is being made. No other one is made afterwards. */
  async close(): Promise<void> {
    this.closing.abort();
    clearInterval(this.probing);
    const client = this.up;
    this.up = null;
    // A connection that is being made is ended by the code that makes it.
    await this.current?.catch(nothing);
    if (client !== null) await this.end(client);
  }

  private connected(): Promise<C> {
    if (this.closing.signal.aborted) return Promise.reject(closed());
    this.current ??= this.begin();
    return this.current;
  }

  private begin(): Promise<C> {
    const opening = this.open();
    opening.catch(() => this.pauseAfter(opening));
    return opening;
  }

  private async open(): Promise<C> {
    const client = this.steps.make();
    let isLost = false;
    let fail: (error: Error) => void = nothing;
    const failed = new Promise<never>((_resolve, reject) => (fail = reject));
    failed.catch(nothing);
    const lose = (error = new Error('the connection has ended')): void => {
      if (isLost) return;
      isLost = true;
      fail(error);
      this.lose(client, error);
    };
    try {
      await Promise.race([answered(this.steps.open(client, lose)), failed, this.whenClosed]);
      if (isLost) await failed;
      this.up = client;
      this.steadyFrom = performance.now() + STEADY_MS;
      this.steps.changed?.();
      this.probing = setInterval(() => void this.use((each) => this.steps.probe(each)).catch(nothing), PROBE_MS);
      this.probing.unref();
      return client;
    } catch (error) {
      await this.end(client);
      throw error;
    }
  }

  /** Without the pause, a shop that announces a lot would try to connect for each announcement. */
  private async pauseAfter(failed: Promise<C>): Promise<void> {
    this.failures += 1;
    const waitMs = backoffMs({ ...RETRY, attempt: this.failures });
    await pause(waitMs, undefined, { ref: false, signal: this.closing.signal }).catch(nothing);
    if (this.current === failed) this.current = null;
    this.tryAgain();
  }

  /** Ends the client first: some packages would otherwise connect anew by themselves. */
  private lose(client: C, error: Error): void {
    void this.end(client);
    if (this.up !== client) return;
    this.up = null;
    clearInterval(this.probing);
    this.steps.changed?.();
    if (performance.now() >= this.steadyFrom) this.failures = 0;
    if (this.failures === 0) {
      this.failures = 1;
      this.current = null;
      return this.tryAgain();
    }
    const failed = Promise.reject<C>(error);
    failed.catch(() => this.pauseAfter(failed));
    this.current = failed;
  }

  private tryAgain(): void {
    if (this.isKept && !this.closing.signal.aborted) this.connected().catch(nothing);
  }

  /** A client that was never connected, or has ended already, may refuse to end. */
  private async end(client: C): Promise<void> {
    try {
      await waitAtMost(this.steps.end(client), { ms: END_MS, late: nothing, ref: false });
    } catch {
      // Then there is no connection to end.
    }
  }
}

function answered<T>(work: Promise<T>, giveUp: () => void = nothing): Promise<T> {
  const late = (): never => {
    giveUp();
    throw unanswered();
  };
  return waitAtMost(work, { ms: ANSWER_MS, late, ref: false });
}
