import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import type { JobType, Queue } from 'bullmq';
import { TillbridgeEffects, type EffectTransport, type HandedEffect } from '../shop/index.js';
import { ThrottledLogger } from '../shop/core/index.js';
import { waitAtMost } from '../support/index.js';
import type { BullSettings } from './tillbridge-bull.options.js';

/** What stands in a job, beside its name (the handler's) and its id (the effect's): nothing of the customer. */
export interface EffectJob {
  readonly group: string;
  readonly orderId: string;
  /** How often it was tried before. */
  readonly attempts: number;
  readonly link?: string;
}

/** Ended jobs are kept for people to see, not for anything else. */
const KEPT = { removeOnComplete: { count: 1_000, age: 86_400 }, removeOnFail: { count: 1_000 } };
/** Redis that does not answer within so long is not there, in milliseconds. */
const ANSWER_MS = 1_000;
/** While a queue is paused, BullMQ 5 has its jobs in a list of their own. */
const WAITING = ['wait', 'paused', 'prioritized', 'delayed'] as JobType[];

/** Puts effects into queues of BullMQ. */
@Injectable()
export class BullEffectTransport implements EffectTransport, OnModuleInit {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:BullMQ'));
  private readonly queueNames = new Map<string, string>();
  private readonly rest: string | null;

  /** @param queues - those of the settings, in their order */
  constructor(
    private readonly settings: BullSettings,
    private readonly queues: readonly Queue<EffectJob>[],
    private readonly modules: ModuleRef,
  ) {
    for (const { name, effects = [] } of settings.queues)
      for (const effect of effects) this.queueNames.set(effect, name);
    this.rest = settings.queues.find(({ effects }) => effects === undefined)?.name ?? null;
    // At once: a queue that cannot connect writes to the console itself while no one listens.
    for (const queue of queues)
      queue.on('error', ({ message }) => this.logger.warn(`Redis of queue ${queue.name}: ${message}`, message));
    // Closed as usual, a queue waits for a Redis that has gone, and the application for the queue.
    for (const queue of queues) Object.assign(queue, { onApplicationShutdown: () => close(queue) });
  }

  /** Takes the effects of the module over. */
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

  /** A job that has ended is still there under the effect's id, and would keep the next from being added. */
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
    // The row counts the tries: one that failed is handed over again when it is due.
    return { name: effect.effect, data, opts: { jobId: id, attempts: 1, ...KEPT } };
  }
}

async function close(queue: Queue<EffectJob>): Promise<void> {
  const late = (): void => void queue.disconnect().catch(() => undefined);
  await waitAtMost(queue.close(), { ms: ANSWER_MS, late });
}
