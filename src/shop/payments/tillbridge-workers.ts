import {
  Inject,
  Injectable,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { PROCESS_ROLE, TerminalGroups, SETTINGS, type ProcessRole, type TillbridgeSettings } from '../core/index.js';
import { SchemaReadiness } from '../data-source/index.js';
import { BootCheck } from '../notifications/index.js';
import { WorkerRegistry } from '../workers/index.js';

/**
 * Starts the module's background work with the application and drains it on shutdown.
 *
 * @example
 * ```ts
 * await app.get(TillbridgeWorkers).drain(); // in a test, with `workers: 'off'`
 * ```
 */
@Injectable()
export class TillbridgeWorkers implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly groups: TerminalGroups,
    private readonly bootCheck: BootCheck,
    private readonly registry: WorkerRegistry,
    private readonly schema: SchemaReadiness,
    @Inject(SETTINGS) private readonly settings: TillbridgeSettings,
    @Optional() @Inject(PROCESS_ROLE) private readonly role: ProcessRole = 'server',
  ) {}

  /** @throws PaymentError `RAW_BODY_MISSING`, `TABLES_MISSING`: the application must not start */
  async onApplicationBootstrap(): Promise<void> {
    if (this.role === 'cli') return;
    await this.bootCheck.run();
    await this.schema.check();
    if (this.groups.workers === 'inline') this.start();
  }

  /**
   * Takes no more work. The patience begins here: Nest waits for one module after the other, and where another one also waits
   * for work, such as that of the queues, the shutdown would last twice as long.
   */
  onModuleDestroy(): void {
    this.stopping = this.stop();
    // It is awaited later. Until then, a failure would end the process.
    this.stopping.catch(() => undefined);
  }

  /** Waits for work in progress, at most `shutdownPatienceMs`. */
  beforeApplicationShutdown(): Promise<void> {
    return this.stopping ?? this.stop();
  }

  /** Starts the loops, also in a process with the option `workers: 'off'`. */
  start(): void {
    // The tables may turn out to be there while the application ends.
    void this.schema.whenReady(() => this.stopping ?? this.registry.start());
  }

  /** Processes everything that is due now, for any value of the option `workers`. For tests and one-off jobs. */
  drain(): Promise<void> {
    return this.registry.drain();
  }

  private stop(): Promise<void> {
    return this.registry.stop(this.settings.shutdownPatienceMs);
  }
}
