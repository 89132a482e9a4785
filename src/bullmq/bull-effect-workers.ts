import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Worker } from 'bullmq';
import { TillbridgeEffects } from '../shop/index.js';
import { HandlerExplorer } from '../shop/effects/index.js';
import { messages, SETTINGS, ThrottledLogger, type TillbridgeSettings } from '../shop/core/index.js';
import { waitAtMost } from '../support/index.js';
import { BullEffectTransport } from './bull-effect-transport.js';
import { BULL_SETTINGS } from './bull-settings.token.js';
import type { BullSettings, EffectQueue } from './tillbridge-bull.options.js';

/** Longest wait for workers that have no job left, where Redis does not answer, in milliseconds. */
const CLOSE_MS = 1_000;

/** Runs the effects of the queues. */
@Injectable()
export class BullEffectWorkers implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:BullMQ'));
  private workers: Worker[] = [];
  private readonly underWay = new Set<Promise<unknown>>();
  private ended: Promise<void> | undefined;

  constructor(
    @Inject(BULL_SETTINGS) private readonly settings: BullSettings,
    private readonly transport: BullEffectTransport,
    private readonly modules: ModuleRef,
  ) {}

  /** Starts the workers, unless this process is to run none. */
  onApplicationBootstrap(): void {
    this.reportUnknown();
    if (this.settings.workers === 'inline') this.workers = this.settings.queues.map((queue) => this.start(queue));
  }

  /**
   * Stops taking jobs. The patience of the shutdown begins here: Nest waits for one module after the other, and these jobs
   * would get theirs when that of the module's own work is over.
   */
  onModuleDestroy(): void {
    if (this.workers.length > 0) this.ended = this.end();
  }

  /** Waits for running jobs, as long as the module's own workers do. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.ended;
  }

  private async end(): Promise<void> {
    const { shutdownPatienceMs: ms } = this.modules.get<TillbridgeSettings>(SETTINGS, { strict: false });
    const isThere = await this.transport.isThere();
    // With the default close, a worker waits until Redis comes back.
    const work = isThere ? this.workers.map((worker) => worker.close()) : [...this.underWay];
    const hasEnded = await endsWithin(ms, work);
    if (!hasEnded && this.underWay.size > 0) this.logger.error(messages.workLeft(this.underWay.size, ms));
    if (!isThere)
      await endsWithin(
        CLOSE_MS,
        this.workers.map((worker) => worker.close(true)),
      );
  }

  /** The effects of a misspelt name would run in another queue, or here, and nothing would tell of it. */
  private reportUnknown(): void {
    const handlers = this.modules.get(HandlerExplorer, { strict: false }).all.filter(({ phase }) => phase === 'commit');
    for (const { name, effects = [] } of this.settings.queues)
      for (const effect of effects)
        if (!handlers.some((handler) => handler.effect === effect)) this.logger.warn(unknownText(name, effect));
  }

  private start({ name, concurrency }: EffectQueue): Worker {
    const effects = this.modules.get(TillbridgeEffects, { strict: false });
    const { connection, prefix } = this.transport.queue(name).opts;
    const run = async ({ id }: { id?: string }): Promise<string> => {
      const running = effects.run(id ?? '');
      this.underWay.add(running);
      const ended = await running.finally(() => this.underWay.delete(running));
      // The job fails too, so that staff see the error in the queue. The next try depends on the row only.
      if (ended.outcome === 'failed') throw withoutStack(ended.error);
      return ended.outcome;
    };
    const worker = new Worker(name, run, { connection, ...(prefix && { prefix }), concurrency });
    worker.on('error', ({ message }) => this.logger.warn(`Redis of queue ${name}: ${message}`, message));
    return worker;
  }
}

const endsWithin = (ms: number, work: readonly Promise<unknown>[]): Promise<boolean> =>
  waitAtMost(
    Promise.allSettled(work).then(() => true),
    { ms, late: () => false },
  );

const unknownText = (queue: string, effect: string): string =>
  `Queue ${queue} is to get the effects of ${effect}, and no handler after the commit has this name here: the queue gets none of it. Correct the name on one of the two sides.`;

/** The stack would point into BullMQ and not to the handler, so the job shows only the message. */
function withoutStack(text: string): Error {
  const error = new Error(text);
  error.stack = text;
  return error;
}
