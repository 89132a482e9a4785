import {
  Inject,
  Injectable,
  Logger,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { readRows } from '../database/engine/index.js';
import { RepeatLimit } from '../support/index.js';
import { EffectsDispatcher, EffectsService, type OutboxEntity } from './effects/index.js';
import { BootCheck, Inbox, InboxWorker, type NotificationEntity } from './notifications/index.js';
import { TransitionEntity } from './orders/index.js';
import { PollCron, Poller, PollRequests, PollTurns } from './polling/index.js';
import { LaneWorker, RefundWatchWorker, type LaneTurn, type RefundWatchEntity } from './refunds/index.js';
import { RetentionWork, type RetentionPass } from './retention/index.js';
import { SchemaReadiness } from './schema/index.js';
import { TerminalGroups, type TerminalGroup } from './terminal-groups/index.js';
import type { WorkSettings } from './tillbridge.options.work.js';
import type { ProcessRole } from './process-role.js';
import { PROCESS_ROLE, WORK_SETTINGS } from './tillbridge.tokens.js';
import { ThrottledLogger, WorkLoop } from './workers/index.js';

/**
 * Starts the module's background work with the application and drains it on shutdown.
 *
 * @example
 * ```ts
 * await app.get(TillbridgeWorkers).drain(); // in a test, with `workers: 'off'`
 * ```
 */
@Injectable()
export class TillbridgeWorkers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly inboxLoop: WorkLoop<NotificationEntity>;
  private readonly effectsLoop: WorkLoop<OutboxEntity>;
  private readonly pollLoop: WorkLoop<TerminalGroup>;
  private readonly retentionLoop: WorkLoop<RetentionPass>;
  private readonly refundWatchLoop: WorkLoop<RefundWatchEntity>;
  private readonly laneLoop: WorkLoop<LaneTurn>;

  constructor(
    private readonly groups: TerminalGroups,
    private readonly bootCheck: BootCheck,
    private readonly inbox: Inbox,
    private readonly effects: EffectsService,
    inboxWorker: InboxWorker,
    dispatcher: EffectsDispatcher,
    private readonly poller: Poller,
    turns: PollTurns,
    private readonly cron: PollCron,
    private readonly polls: PollRequests,
    retention: RetentionWork,
    refundWatch: RefundWatchWorker,
    private readonly lanes: LaneWorker,
    private readonly schema: SchemaReadiness,
    @Inject(WORK_SETTINGS) private readonly settings: WorkSettings,
    @Optional() @Inject(PROCESS_ROLE) private readonly role: ProcessRole = 'server',
  ) {
    const outbox = dispatcher.work((tx, values) => readRows(tx, TransitionEntity, { property: 'id', values }));
    // What keeps one loop from working keeps all of them, as a rule: it is told once.
    const limit = new RepeatLimit();
    const throttled = (logger: Logger) => new ThrottledLogger(logger, limit);
    this.inboxLoop = new WorkLoop(inboxWorker, throttled(new Logger('Tillbridge:Inbox')));
    this.effectsLoop = new WorkLoop(outbox, throttled(new Logger('Tillbridge:Effects')));
    this.pollLoop = new WorkLoop(turns, throttled(new Logger('Tillbridge:Polling')));
    this.retentionLoop = new WorkLoop(retention, throttled(new Logger('Tillbridge:Retention')));
    this.refundWatchLoop = new WorkLoop(refundWatch, throttled(new Logger('Tillbridge:Refunds')));
    this.laneLoop = new WorkLoop(lanes, throttled(new Logger('Tillbridge:Refunds')));
  }

  /** @throws PaymentError `RAW_BODY_MISSING`, `TABLES_MISSING`: the application must not start */
  async onApplicationBootstrap(): Promise<void> {
    if (this.role === 'tool') return;
    await this.bootCheck.run();
    this.inbox.whenStored(() => this.inboxLoop.kick());
    this.effects.whenQueued(() => this.effectsLoop.kick());
    this.polls.whenRequested(() => this.pollLoop.kick());
    this.lanes.whenDue(() => this.laneLoop.kick());
    await this.schema.check();
    if (this.groups.workers === 'inline') this.start();
  }

  /** Takes no more work and waits for what is under way, at most as long as `shutdownPatienceMs` says. */
  async beforeApplicationShutdown(): Promise<void> {
    const { shutdownPatienceMs } = this.settings;
    const loops = this.loops.map((loop) => loop.stop(shutdownPatienceMs));
    await Promise.all([this.poller.stop(shutdownPatienceMs), ...loops]);
  }

  /** Starts the loops; for a process whose option `workers` is `off` and that wants them after all. */
  start(): void {
    void this.schema.whenReady(() => {
      for (const loop of this.loops) loop.start();
      this.cron.start();
    });
  }

  /** Works off everything that is due now, whatever the option `workers` says. For tests and one-off jobs. */
  async drain(): Promise<void> {
    // What a look finds makes effects, so these come last.
    await this.poller.tick();
    await this.refundWatchLoop.drain();
    await this.laneLoop.drain();
    await this.inboxLoop.drain();
    await this.effectsLoop.drain();
    await this.retentionLoop.drain();
  }

  private get loops() {
    return [this.inboxLoop, this.effectsLoop, this.pollLoop, this.retentionLoop, this.refundWatchLoop, this.laneLoop];
  }
}
