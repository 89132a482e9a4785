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

/** Runs the effects that are in the queues. */
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

  /** Begins, unless this process is to run none. */
  onApplicationBootstrap(): void {
    if (this.settings.workers === 'inline') this.workers = this.settings.queues.map((queue) => this.start(queue));
  }

  /** Takes no more and waits for what is under way, as long as the module's own workers do. */
  async beforeApplicationShutdown(): Promise<void> {
    const { shutdownPatienceMs: ms } = this.modules.get<TillbridgeSettings>(SETTINGS, { strict: false });
    const atMost = (work: Promise<unknown>[]): Promise<boolean> =>
      waitAtMost(
        Promise.all(work).then(() => true),
        { ms, late: () => false },
      );
    const isThere = await this.transport.isThere();
    if (isThere && (await atMost(this.workers.map((worker) => worker.close())))) return;
    // A worker that is closed as usual waits for Redis to come back.
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
      // So that whoever looks at the queue sees what went wrong. The next try is a matter of its row.
      if (ended.outcome === 'failed') throw withoutStack(ended.error);
      return ended.outcome;
    };
    const worker = new Worker(name, run, { connection, ...(prefix && { prefix }), concurrency });
    worker.on('error', ({ message }) => this.logger.warn(`Redis of queue ${name}: ${message}`, message));
    return worker;
  }
}

/** What a board would show of the stack leads into BullMQ, not to the handler. */
function withoutStack(text: string): Error {
  const error = new Error(text);
  error.stack = text;
  return error;
}
