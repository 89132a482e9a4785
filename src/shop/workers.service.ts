import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { EffectsDispatcher } from './effects/index.js';
import { BootCheck, Inbox, InboxWorker } from './notifications/index.js';
import { TransitionEntity } from './orders/index.js';
import { TerminalGroups } from './terminal-groups/index.js';
import { DATA_SOURCE } from './tillbridge.tokens.js';
import { WorkLoop, type WorkRound } from './workers/index.js';

/** Starts the module's background work with the application and drains it on shutdown. */
@Injectable()
export class TillbridgeWorkers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly applyNotifications: WorkRound;
  private readonly runEffects: WorkRound;
  private readonly inboxLoop: WorkLoop;
  private readonly effectsLoop: WorkLoop;

  constructor(
    private readonly groups: TerminalGroups,
    private readonly bootCheck: BootCheck,
    inbox: Inbox,
    inboxWorker: InboxWorker,
    dispatcher: EffectsDispatcher,
    @Inject(DATA_SOURCE) dataSource: DataSource,
  ) {
    this.runEffects = dispatcher.round((id) => dataSource.manager.findOneBy(TransitionEntity, { id }));
    this.applyNotifications = async () => {
      const hasMore = await inboxWorker.round();
      this.effectsLoop.kick();
      return hasMore;
    };
    this.effectsLoop = new WorkLoop(this.runEffects, new Logger('Tillbridge:Effects'));
    this.inboxLoop = new WorkLoop(this.applyNotifications, new Logger('Tillbridge:Inbox'));
    inbox.whenStored(() => this.inboxLoop.kick());
  }

  /** @throws PaymentError `RAW_BODY_MISSING`: the application must not start */
  async onApplicationBootstrap(): Promise<void> {
    await this.bootCheck.run();
    if (this.groups.workers === 'inline') this.start();
  }

  /** Takes no more work and waits for what is under way. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.inboxLoop.stop(), this.effectsLoop.stop()]);
  }

  /** Starts the loops; for a process whose option `workers` is `off` and that wants them after all. */
  start(): void {
    this.inboxLoop.start();
    this.effectsLoop.start();
  }

  /** Works off everything that is due now, whatever the option `workers` says. For tests and one-off jobs. */
  async drain(): Promise<void> {
    for (const round of [this.applyNotifications, this.runEffects]) {
      while (await round());
    }
  }
}
