import { AsyncResource } from 'node:async_hooks';
import { messageOf, waitAtMost } from '../../support/index.js';
import { messages, type ThrottledLogger, WORKER_FAILURES } from '../core/index.js';

/** The longest rest by default, in milliseconds: by then the work of another process is noticed. */
export const REST_MS = 2_000;
/** How long after a failure the task runs again, in milliseconds. */
const FAILED_REST_MS = 1_000;

/** When a task should run again. */
export interface Rest {
  /** In milliseconds; 0: at once. */
  readonly atMostMs: number;
}

const AS_LONG_AS_IT_MAY: Rest = { atMostMs: Infinity };

/** What a {@link PeriodicWorker} does; the signal is aborted when the worker stops. */
export type PeriodicTask = (signal: AbortSignal) => Promise<Rest | void>;

/**
 * Runs a task repeatedly, never twice at a time: when {@link wake} is called, when the task has asked for it, and after the
 * longest rest in any case. The task itself decides whether anything is due. A failure is logged and the task tried again.
 *
 * @example
 * const workerWith = (logger: ConstructorParameters<typeof PeriodicWorker>[1]) =>
 *   new PeriodicWorker(async () => console.log('a second has passed'), logger);
 */
export class PeriodicWorker {
  /**
   * The worker's own asynchronous context. In the context of the caller of {@link wake} a transaction may be open. On SQLite
   * the task would join it, and would see what is not committed (scenario X4).
   */
  private readonly context = new AsyncResource('TillbridgeWorker');
  /** Null while the worker is stopped. */
  private stopping: AbortController | null = null;
  private isWanted = false;
  private isTimed = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  /** @param restMs - the longest rest, in milliseconds; default {@link REST_MS} */
  constructor(
    private readonly task: PeriodicTask,
    private readonly logger: ThrottledLogger,
    private readonly restMs = () => REST_MS,
  ) {}

  get isStopped(): boolean {
    return this.stopping === null;
  }

  /** The run in progress; null when there is none. */
  get current(): Promise<void> | null {
    return this.running;
  }

  /** Starts; a second call changes nothing. */
  start(): void {
    if (!this.isStopped) return;
    this.isTimed = true;
    this.open();
  }

  /** Runs now, and whenever it is woken, without the timer. */
  open(): void {
    this.stopping = new AbortController();
    this.wake();
  }

  /** Starts no further run. */
  halt(): void {
    this.stopping?.abort();
    this.stopping = null;
    this.isTimed = false;
    clearTimeout(this.timer);
  }

  /** Starts no further run and waits for the current one. @param patienceMs - longest wait, in milliseconds of real time */
  async stop(patienceMs: number): Promise<void> {
    this.halt();
    if (this.running) await waitAtMost(this.running, { ms: patienceMs, late: () => undefined });
  }

  /** Reports that there is work; does nothing while the worker is stopped. */
  wake(): void {
    if (this.isStopped) return;
    this.isWanted = true;
    clearTimeout(this.timer);
    this.running ??= this.context.runInAsyncScope(() => this.runAndRest());
  }

  /** Runs something in the worker's own context, for any caller. */
  inContext<T>(work: () => T): T {
    return this.context.runInAsyncScope(work);
  }

  /** Runs the task once, whether the worker was started or not, and waits for it. */
  async drain(): Promise<void> {
    await this.task(new AbortController().signal);
  }

  private async runAndRest(): Promise<void> {
    const { atMostMs } = await this.run();
    this.running = null;
    if (this.isWanted) return this.wake();
    if (!this.isTimed) return;
    this.timer = setTimeout(() => this.wake(), Math.min(atMostMs, this.restMs()));
    this.timer.unref();
  }

  private async run(): Promise<Rest> {
    let rest: Rest = AS_LONG_AS_IT_MAY;
    while (this.isWanted && this.stopping !== null) {
      this.isWanted = false;
      try {
        rest = (await this.task(this.stopping.signal)) ?? AS_LONG_AS_IT_MAY;
        this.isWanted ||= rest.atMostMs === 0;
      } catch (error) {
        const message = messageOf(error);
        this.logger.error(messages.workerFailed(WORKER_FAILURES.run, message), message);
        rest = { atMostMs: FAILED_REST_MS };
      }
    }
    return rest;
  }
}
