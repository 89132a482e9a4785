import { Injectable, Logger } from '@nestjs/common';
import { RepeatLimit } from '../../support/index.js';
import { ThrottledLogger } from '../core/index.js';
import { Doorbell } from './doorbell.js';
import { PeriodicWorker, REST_MS, type PeriodicTask } from './periodic-worker.js';
import type { RowHandler } from './row-handler.js';
import { RowWorker } from './row-worker.js';

/** What a feature does in the background. */
export interface BackgroundWork {
  /** Begins; a second call changes nothing. */
  start(): void;
  /** Says that there is something to do; does nothing while it is stopped. */
  wake(): void;
  /** Takes no more work and waits for what is under way, at most so long, in milliseconds. */
  stop(patienceMs: number): Promise<unknown>;
  /** Works off everything that is due now, whether it was started or not. */
  drain(): Promise<unknown>;
}

/**
 * The background work there is, and what its log lines are headed with. It is drained in this order: what a poll finds is
 * sent and told in the steps after it.
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
 * Work of which every process is told that may have some. All else falls due by time, in rows of other loops, and is looked
 * for as if there were no bus: a refund whose outcome is unknown would else be read fifteen seconds late.
 */
const ANNOUNCED: ReadonlySet<WorkerName> = new Set(['inbox', 'effects', 'refund-sending']);

/**
 * Where each feature registers its background work, so that all of it starts in one place, after the check of the start,
 * and ends in one place.
 */
@Injectable()
export class WorkerRegistry {
  /** What keeps one loop from working keeps all of them, as a rule: it is told once. */
  private readonly limit = new RepeatLimit();
  private readonly workers = new Map<WorkerName, BackgroundWork>();

  constructor(private readonly doorbell: Doorbell) {}

  /** Adds what a feature does. */
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
   * Makes a worker for what has no rows; the feature adds it, or what it is a part of.
   *
   * @param restMs - its longest rest, in milliseconds, where it is not that of all
   */
  periodic(name: WorkerName, task: PeriodicTask, restMs = () => this.restMsOf(name)): PeriodicWorker {
    return new PeriodicWorker(task, this.loggerOf(name), restMs);
  }

  /** Says that there is work of a kind, here and to the other processes. Where that does not reach them they find it by themselves. */
  wake(name: WorkerName): void {
    this.workers.get(name)?.wake();
    this.doorbell.ring(name);
  }

  /** Whether the other processes can wake this one now; null where there is no bus, or no work here. */
  get isListening(): boolean | null {
    return this.doorbell.isListening;
  }

  /** Starts all of it. */
  start(): void {
    for (const work of this.workers.values()) work.start();
    const wake = (name: string): void => this.workers.get(name as WorkerName)?.wake();
    // Without this, what nobody told while the connection was gone waits for the end of a rest of fifteen seconds.
    void this.doorbell.listen(wake, () => ANNOUNCED.forEach(wake));
  }

  /** Stops all of it at the same time. */
  async stop(patienceMs: number): Promise<void> {
    await Promise.all([...this.workers.values()].map((work) => work.stop(patienceMs)));
    await this.doorbell.close();
  }

  /** Works off everything that is due now. @param only - of this kind; absent: of all */
  async drain(only?: WorkerName): Promise<void> {
    const names = only === undefined ? (Object.keys(AREAS) as WorkerName[]) : [only];
    for (const name of names) await this.workers.get(name)?.drain();
  }

  private restMsOf(name: WorkerName): number {
    return ANNOUNCED.has(name) ? this.doorbell.restMs : REST_MS;
  }

  /** What its log lines go to: what keeps several loops from working is told once. */
  loggerOf(name: WorkerName): ThrottledLogger {
    return new ThrottledLogger(new Logger(`Tillbridge:${AREAS[name]}`), this.limit);
  }
}
