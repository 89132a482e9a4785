import { Injectable, Logger } from '@nestjs/common';
import { RepeatLimit } from '../../support/index.js';
import { ThrottledLogger } from '../core/index.js';
import { Doorbell } from './doorbell.js';
import { PeriodicWorker, REST_MS, type PeriodicTask } from './periodic-worker.js';
import type { RowHandler } from './row-handler.js';
import { RowWorker } from './row-worker.js';

/** The background work of a feature. */
export interface BackgroundWork {
  /** Starts; a second call changes nothing. */
  start(): void;
  /** Reports that there is work; does nothing while it is stopped. */
  wake(): void;
  /** Takes no more work and waits for work in progress, at most so long, in milliseconds. */
  stop(patienceMs: number): Promise<unknown>;
  /** Processes everything that is due now, started or not. */
  drain(): Promise<unknown>;
}

/**
 * The kinds of background work, with the heads of their log lines. They are drained in this order: later steps send and
 * report what a poll finds.
 */
const AREAS = {
  groups: 'Groups',
  polling: 'Polling',
  'refund-status': 'Refunds',
  'refund-sending': 'Refunds',
  inbox: 'Inbox',
  effects: 'Effects',
  retention: 'Retention',
} as const;

/** A kind of background work. */
export type WorkerName = keyof typeof AREAS;

/**
 * Kinds of work that are announced to every process. All other work falls due by time, in rows of other loops, and is looked
 * up as without a bus: otherwise a refund whose outcome is unknown would be read fifteen seconds late.
 */
const ANNOUNCED: ReadonlySet<WorkerName> = new Set(['inbox', 'effects', 'refund-sending']);

/**
 * Where each feature registers its background work, so that all of it starts in one place, after the check of the start, and
 * ends in one place.
 */
@Injectable()
export class WorkerRegistry {
  /** A cause that stops one loop usually stops all of them: it is logged once. */
  private readonly limit = new RepeatLimit();
  private readonly workers = new Map<WorkerName, BackgroundWork>();

  constructor(private readonly doorbell: Doorbell) {}

  /** Adds the work of a feature. */
  add(name: WorkerName, work: BackgroundWork): void {
    this.workers.set(name, work);
  }

  /** Makes a worker for rows, and adds it. */
  addRows<Row>(name: WorkerName, handler: RowHandler<Row>): RowWorker<Row> {
    const worker = new RowWorker(handler, this.loggerOf(name), () => this.restMsOf(name));
    this.add(name, worker);
    return worker;
  }

  /**
   * Makes a worker without rows. The feature adds it, or adds the work that contains it.
   *
   * @param restMs - its longest rest, in milliseconds; default: that of all workers
   */
  periodic(name: WorkerName, task: PeriodicTask, restMs = () => this.restMsOf(name)): PeriodicWorker {
    return new PeriodicWorker(task, this.loggerOf(name), restMs);
  }

  /** Reports work of a kind, here and to the other processes. Processes that are not reached find it by themselves. */
  wake(name: WorkerName): void {
    this.workers.get(name)?.wake();
    this.doorbell.ring(name);
  }

  /** Whether the other processes can wake this one now; null where there is no bus, or no work here. */
  get isListening(): boolean | null {
    return this.doorbell.isListening;
  }

  /** Starts all work. */
  start(): void {
    for (const work of this.workers.values()) work.start();
    const wake = (name: string): void => this.workers.get(name as WorkerName)?.wake();
    // Without this, work that was announced during a loss of the connection waits for the end of a rest of fifteen seconds.
    void this.doorbell.listen(wake, () => ANNOUNCED.forEach(wake));
  }

  /** Stops all work at the same time. */
  async stop(patienceMs: number): Promise<void> {
    await Promise.all([...this.workers.values()].map((work) => work.stop(patienceMs)));
    await this.doorbell.close();
  }

  /** Processes everything that is due now. @param only - of this kind; absent: of all */
  async drain(only?: WorkerName): Promise<void> {
    const names = only === undefined ? (Object.keys(AREAS) as WorkerName[]) : [only];
    for (const name of names) await this.workers.get(name)?.drain();
  }

  private restMsOf(name: WorkerName): number {
    return ANNOUNCED.has(name) ? this.doorbell.restMs : REST_MS;
  }

  /** Logger for its log lines: a cause that stops several loops is logged once. */
  loggerOf(name: WorkerName): ThrottledLogger {
    return new ThrottledLogger(new Logger(`Tillbridge:${AREAS[name]}`), this.limit);
  }
}
