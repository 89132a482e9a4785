import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Worker } from 'bullmq';
import { TillbridgeEffects } from '../shop/index.js';
import { SETTINGS, ThrottledLogger, type TillbridgeSettings } from '../shop/core/index.js';
import { waitAtMost } from '../support/index.js';
import { BullEffectTransport } from './bull-effect-transport.js';
import { BULL_SETTINGS } from './bull-settings.token.js';
import type { BullSettings, EffectQueue } from './tillbridge-bull.options.js';

/** Runs the effects of the queues. */
@Injectable()
export class BullEffectWorkers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:BullMQ'));
  private workers: Worker[] = [];
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(
    @Inject(BULL_SETTINGS) private readonly settings: BullSettings,
    private readonly transport: BullEffectTransport,
    private readonly modules: ModuleRef,
  ) {}

  /** Starts the workers, unless this process is to run none. */
  onApplicationBootstrap(): void {
    if (this.settings.workers === 'inline') this.workers = this.settings.queues.map((queue) => this.start(queue));
  }

  /** Stops taking jobs, and waits for running ones as long as the module's own workers do. */
  async beforeApplicationShutdown(): Promise<void> {
    const { shutdownPatienceMs: ms } = this.modules.get<TillbridgeSettings>(SETTINGS, { strict: false });
    const atMost = (work: Promise<unknown>[]): Promise<boolean> =>
      waitAtMost(
        Promise.all(work).then(() => true),
        { ms, late: () => false },
      );
    const isThere = await this.transport.isThere();
    if (isThere && (await atMost(this.workers.map((worker) => worker.close())))) return;
    // With the default close, a worker waits until Redis comes back.
    await atMost([...this.underWay]);
    await atMost(this.workers.map((worker) => worker.close(true)));
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

/** The stack would point into BullMQ and not to the handler, so the job shows only the message. */
function withoutStack(text: string): Error {
  const error = new Error(text);
  error.stack = text;
  return error;
}
