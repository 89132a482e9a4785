import { AsyncResource } from 'node:async_hooks';
import { waitAtMost } from '../../support/index.js';
import { messages, type ThrottledLogger } from '../core/index.js';

const INTERVAL_MS = 1_000;

/** What a {@link PeriodicWorker} does; the signal is aborted when the worker stops. */
export type PeriodicTask = (signal: AbortSignal) => Promise<unknown>;

/**
 * Runs a task once a second and whenever {@link wake} is called, never twice at a time. For work that has no rows; the
 * task decides itself whether anything is due. What fails is logged and tried again the next time.
 *
 * @example
 * const workerWith = (logger: ConstructorParameters<typeof PeriodicWorker>[1]) =>
 *   new PeriodicWorker(async () => console.log('a second has passed'), logger);
 */
export class PeriodicWorker {
  /**
   * The worker's own asynchronous context. In that of the caller of {@link wake} a transaction may be open, which the task
   * would join on SQLite: it would see what is not committed (scenario X4).
   */
  private readonly context = new AsyncResource('TillbridgeWorker');
  /** Null while the worker is stopped. */
  private stopping: AbortController | null = null;
  private isWanted = false;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly task: PeriodicTask,
    private readonly logger: ThrottledLogger,
  ) {}

  get isStopped(): boolean {
    return this.stopping === null;
  }

  /** The run under way; null when there is none. */
  get current(): Promise<void> | null {
    return this.running;
  }

  /** Starts; a second call changes nothing. */
  start(): void {
    if (!this.isStopped) return;
    this.open();
    this.timer = setInterval(() => this.wake(), INTERVAL_MS);
    this.timer.unref();
  }

  /** Runs now, and whenever it is woken, without the timer. */
  open(): void {
    this.stopping = new AbortController();
    this.wake();
  }

  /** Begins no further run. */
  halt(): void {
    this.stopping?.abort();
    this.stopping = null;
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /** Begins no further run and waits for the one under way. @param patienceMs - longest wait, in milliseconds of real time */
  async stop(patienceMs: number): Promise<void> {
    this.halt();
    if (this.running) await waitAtMost(this.running, { ms: patienceMs, late: () => undefined });
  }

  /** Says that there is something to do; does nothing while the worker is stopped. */
  wake(): void {
    if (this.isStopped) return;
    this.isWanted = true;
    this.running ??= this.context
      .runInAsyncScope(() => this.run())
      .finally(() => {
        this.running = null;
        if (this.isWanted) this.wake();
      });
  }

  /** Runs the task once, whether the worker was started or not, and waits for it. */
  async drain(): Promise<void> {
    await this.task(new AbortController().signal);
  }

  private async run(): Promise<void> {
    while (this.isWanted && this.stopping !== null) {
      this.isWanted = false;
      try {
        await this.task(this.stopping.signal);
      } catch (error) {
        const { message } = error as Error;
        this.logger.error(messages.workUntouchable('done', message), message);
      }
    }
  }
}
