import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import type { JobType, Queue } from 'bullmq';
import { TillbridgeEffects, type EffectTransport, type HandedEffect } from '../shop/index.js';
import { ThrottledLogger } from '../shop/core/index.js';
import { waitAtMost } from '../support/index.js';
import type { BullSettings } from './tillbridge-bull.options.js';

/** The data of a job. Its name is the handler's name, its id the effect's id. It holds no data of the customer. */
export interface EffectJob {
  readonly group: string;
  readonly orderId: string;
  /** The number of earlier tries. */
  readonly attempts: number;
  readonly link?: string;
}

/** Ended jobs are kept only so that people can see them. */
const KEPT = { removeOnComplete: { count: 1_000, age: 86_400 }, removeOnFail: { count: 1_000 } };
/** If Redis does not answer within this time, it counts as unavailable, in milliseconds. */
const ANSWER_MS = 1_000;
/** BullMQ 5 keeps the jobs of a paused queue in a separate list. */
const WAITING = ['wait', 'paused', 'prioritized', 'delayed'] as JobType[];

/** Adds effects to queues of BullMQ. */
@Injectable()
export class BullEffectTransport implements EffectTransport, OnModuleInit {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:BullMQ'));
  private readonly queueNames = new Map<string, string>();
  private readonly rest: string | null;

  /** @param queues - the queues of the settings, in their order */
  constructor(
    private readonly settings: BullSettings,
    private readonly queues: readonly Queue<EffectJob>[],
    private readonly modules: ModuleRef,
  ) {
    for (const { name, effects = [] } of settings.queues)
      for (const effect of effects) this.queueNames.set(effect, name);
    this.rest = settings.queues.find(({ effects }) => effects === undefined)?.name ?? null;
    // The listener is added at once: without one, a queue that cannot connect writes to the console itself.
    for (const queue of queues)
      queue.on('error', ({ message }) => this.logger.warn(`Redis of queue ${queue.name}: ${message}`, message));
    // With the default close, the queue waits for an unavailable Redis, and the application waits for the queue.
    for (const queue of queues) Object.assign(queue, { onApplicationShutdown: () => close(queue) });
  }

  /** Registers this transport for the effects of the module. */
  onModuleInit(): void {
    this.modules.get(TillbridgeEffects, { strict: false }).handTo(this);
  }

  /** A queue by its name. */
  queue(name: string): Queue<EffectJob> {
    return this.queues.find((queue) => queue.name === name)!;
  }

  /** Whether Redis answers. */
  async isThere(): Promise<boolean> {
    const answers = Promise.all(this.queues.map(({ name }) => this.backlog(name)));
    return waitAtMost(
      answers.then(() => true),
      { ms: ANSWER_MS, late: () => false },
    ).catch(() => false);
  }

  queueOf(effect: string): string | null {
    return this.queueNames.get(effect) ?? this.rest;
  }

  backlog(queue: string): Promise<number> {
    return this.queue(queue).getJobCountByTypes(...WAITING);
  }

  /** An ended job with the effect's id still exists, and would keep a new job with that id from being added. */
  async hand(name: string, effects: readonly HandedEffect[]): Promise<void> {
    const queue = this.queue(name);
    const states = await Promise.all(effects.map(({ id }) => queue.getJobState(id)));
    const ended = effects.filter((_, index) => states[index] === 'completed' || states[index] === 'failed');
    await Promise.all(ended.map(({ id }) => queue.remove(id)));
    await queue.addBulk(effects.map((effect) => this.toJob(effect)));
  }

  private toJob(effect: HandedEffect) {
    const { id, group, orderId, attempts } = effect;
    const { linkOf } = this.settings;
    const data: EffectJob = { group, orderId, attempts, ...(linkOf && { link: linkOf(effect) }) };
    // The row counts the tries: an effect that failed is handed over again when it is due.
    return { name: effect.effect, data, opts: { jobId: id, attempts: 1, ...KEPT } };
  }
}

async function close(queue: Queue<EffectJob>): Promise<void> {
  const late = (): void => void queue.disconnect().catch(() => undefined);
  await waitAtMost(queue.close(), { ms: ANSWER_MS, late });
}
