import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '../../support/index.js';
import type { OperatorDecision } from '../../shop/decisions/index.js';
import { DecisionLog, type ReplayProgress, type ReplayReport } from '../../shop/admin/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import { CLOCK } from '../../shop/core/index.js';

/** All notifications of one state. */
export type ReplayState = 'unmatched' | 'parked';

/** A replay of all in a state, under way or ended. Times in epoch milliseconds. */
export interface ReplayRun {
  readonly by: string;
  readonly begunAt: number;
  readonly progress: ReplayProgress;
  /** How it ended; null while it is under way. */
  readonly ending: 'complete' | 'stopped' | 'failed' | null;
}

interface Kept {
  run: ReplayRun;
  readonly abort: AbortController;
}

const NOTHING: ReplayProgress = { seen: 0, replayed: 0, waiting: 0, erased: 0 };

/**
 * Replays all notifications of a state in the background, so that a person need not wait, and tells how far it has come: in
 * this process, until it ends. What was put back stays put back; to begin again goes on where it stopped.
 */
@Injectable()
export class ReplayRunsService implements OnModuleDestroy {
  private readonly logger = new Logger('Tillbridge:Dashboard');
  private readonly kept = new Map<ReplayState, Kept>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    @InjectPayments() private readonly payments: Payments,
    private readonly log: DecisionLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The run of a state that this process began last; null when there was none. */
  of(state: string): ReplayRun | null {
    return this.kept.get(state as ReplayState)?.run ?? null;
  }

  /** Begins one unless one of that state is under way. */
  begin(state: ReplayState, decision: OperatorDecision): 'begun' | 'already' {
    if (this.of(state)?.ending === null) return 'already';
    const run: ReplayRun = { by: decision.by, begunAt: this.clock.now(), progress: NOTHING, ending: null };
    const kept = { run, abort: new AbortController() };
    this.kept.set(state, kept);
    const work = this.replay(state, decision, kept);
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
    return 'begun';
  }

  /** Ends the one that is under way after its batch; of all terminal groups, so that it is recorded of none. */
  async stop(state: ReplayState, decision: OperatorDecision): Promise<'stopping' | 'none'> {
    const kept = this.kept.get(state);
    if (kept?.run.ending !== null) return 'none';
    kept.abort.abort();
    const subject = `Replay of all ${state} notifications`;
    await this.log.record(decision, { group: '', orderId: '', about: 'notification', subject, decision: 'stopped' });
    return 'stopping';
  }

  /** Called by Nest: the batch that is under way is brought to its end. */
  async onModuleDestroy(): Promise<void> {
    for (const { abort } of this.kept.values()) abort.abort();
    await Promise.all(this.underWay);
  }

  private async replay(state: ReplayState, decision: OperatorDecision, kept: Kept): Promise<void> {
    const onProgress = (progress: ReplayProgress): void => {
      kept.run = { ...kept.run, progress };
    };
    try {
      const report = await this.payments.notifications.replay({ state }, decision, {
        onProgress,
        signal: kept.abort.signal,
      });
      kept.run = { ...kept.run, progress: report, ending: endingOf(report) };
    } catch (error) {
      this.logger.error(`Replaying ${state} notifications failed: ${error instanceof Error ? error.name : 'Error'}`);
      kept.run = { ...kept.run, ending: 'failed' };
    }
  }
}

const endingOf = ({ complete }: ReplayReport): 'complete' | 'stopped' => (complete ? 'complete' : 'stopped');
