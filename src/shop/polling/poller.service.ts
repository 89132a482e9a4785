import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Transactions } from '../../database/engine/index.js';
import type { Clock } from '../../support/index.js';
import { TerminalGroups, type TerminalGroup } from '../terminal-groups/index.js';
import { messages } from '../tillbridge.messages.js';
import { CLOCK, TRANSACTIONS } from '../tillbridge.tokens.js';
import { WorkLoop } from '../workers/index.js';
import { GroupLooks, type LookTally } from './group-looks.js';
import { Caution } from './poll-caution.js';
import { PollWorker } from './poll.worker.js';
import type { PollEntity } from './poll.entity.js';

/** What a tick may be told. */
export interface TickOptions {
  /** Looks to be taken at most, in each terminal group; default: whatever is due. */
  readonly most?: number;
}

/** What a tick has done in one terminal group; the looks of other processes are theirs. */
export interface GroupTick extends Readonly<LookTally> {
  readonly group: string;
  /** Whether looks are held back just now, because the service does not answer or refuses the key. */
  readonly held: boolean;
}

/** What a tick has done. */
export interface PollTick {
  readonly groups: readonly GroupTick[];
}

/**
 * Works off the looks that are due. Any number of ticks may run at a time, in any number of processes: each row is under
 * the lease of one of them (scenario P1), and a killed one's rows are due again when its lease has run out.
 */
@Injectable()
export class Poller {
  private readonly logger = new Logger('Tillbridge:Polling');
  private readonly cautions = new Map<string, Caution>();
  private readonly loops = new Set<WorkLoop<PollEntity>>();
  private isStopped = false;

  constructor(
    private readonly worker: PollWorker,
    private readonly groups: TerminalGroups,
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Works off what is due now, in one terminal group or in all of them, and waits for it. After {@link stop} it does nothing.
   *
   * @throws PaymentError `GROUP_UNKNOWN`
   */
  async tick(group?: string, options: TickOptions = {}): Promise<PollTick> {
    const groups = group === undefined ? this.groups.all : [this.groups.get(group)];
    return { groups: await Promise.all(groups.map((each) => this.tickOf(each, options))) };
  }

  /** Whether a tick would do anything about a group now. */
  isHeld({ name }: TerminalGroup): boolean {
    return this.cautionOf(name).room(this.clock.now()) === 0;
  }

  /** Takes no more looks, and waits for those under way as long as it is told; what is claimed beyond is given back. */
  async stop(patienceMs: number): Promise<void> {
    this.isStopped = true;
    await Promise.all([...this.loops].map((loop) => loop.stop(patienceMs)));
  }

  private async tickOf(group: TerminalGroup, { most = Infinity }: TickOptions): Promise<GroupTick> {
    const { worker, transactions, clock } = this;
    const caution = this.cautionOf(group.name);
    const onHeld = (error: string): void => this.logger.error(messages.pollsHeld(group.name, error));
    const looks = new GroupLooks(group, { worker, transactions, clock, caution, onHeld }, most);
    const loop = new WorkLoop(looks, this.logger);
    if (!this.isStopped) {
      this.loops.add(loop);
      try {
        await loop.run();
        await looks.close();
      } finally {
        this.loops.delete(loop);
      }
    }
    return { group: group.name, ...looks.tally, held: this.isHeld(group) };
  }

  private cautionOf(group: string): Caution {
    const caution = this.cautions.get(group) ?? new Caution();
    this.cautions.set(group, caution);
    return caution;
  }
}
