import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '../../support/index.js';
import type { OperatorDecision } from '../../shop/decisions/index.js';
import { DecisionLog, type ReplayProgress, type ReplayReport } from '../../shop/admin/index.js';
import type { FailedTarget } from '../../shop/effects/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import { CLOCK } from '../../shop/core/index.js';

/** All notifications of one state. */
export type ReplayState = 'unmatched' | 'parked';

/** What can be replayed together: notifications of one state, or failed effects. */
export type ReplayedKind = ReplayState | 'effects';

/** What a replay is given: how to tell how far it is, and when to end early. */
interface Watch {
  readonly onProgress: (progress: Partial<ReplayProgress>) => void;
  readonly signal: AbortSignal;
}

/** A replay of many, under way or ended. Times in epoch milliseconds. */
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

const NAMES: Readonly<Record<ReplayedKind, string>> = {
  unmatched: 'unmatched notifications',
  parked: 'parked notifications',
  effects: 'failed effects',
};

const NOTHING: ReplayProgress = { seen: 0, replayed: 0, waiting: 0, erased: 0 };

/**
 * Replays all notifications of a state, or failed effects, in the background, so that a person need not wait, and tells how far it has come: in
 * this process, until it ends. What was put back stays put back; to begin again goes on where it stopped.
 */
@Injectable()
export class ReplayRunsService implements OnModuleDestroy {
  private readonly logger = new Logger('Tillbridge:Dashboard');
  private readonly kept = new Map<ReplayedKind, Kept>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    @InjectPayments() private readonly payments: Payments,
    private readonly log: DecisionLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The run of a kind that this process began last; null when there was none. */
  of(kind: string): ReplayRun | null {
    return this.kept.get(kind as ReplayedKind)?.run ?? null;
  }

  /** Begins one unless one of that state is under way. */
  begin(state: ReplayState, decision: OperatorDecision): 'begun' | 'already' {
    return this.start(state, decision, (watch) => this.payments.notifications.replay({ state }, decision, watch));
  }

  /** Begins to run all failed effects again, or those of one handler, unless that is under way. */
  beginEffects(target: FailedTarget, decision: OperatorDecision): 'begun' | 'already' {
    return this.start('effects', decision, (watch) => this.payments.effects.replayAll(target, decision, watch));
  }

  private start(
    kind: ReplayedKind,
    decision: OperatorDecision,
    replay: (watch: Watch) => Promise<Partial<ReplayReport>>,
  ): 'begun' | 'already' {
    if (this.of(kind)?.ending === null) return 'already';
    const run: ReplayRun = { by: decision.by, begunAt: this.clock.now(), progress: NOTHING, ending: null };
    const kept = { run, abort: new AbortController() };
    this.kept.set(kind, kept);
    const work = this.replay(kind, kept, replay);
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
    return 'begun';
  }

  /** Ends the one that is under way after its batch; of all terminal groups, so that it is recorded of none. */
  async stop(kind: ReplayedKind, decision: OperatorDecision): Promise<'stopping' | 'none'> {
    const kept = this.kept.get(kind);
    if (kept?.run.ending !== null) return 'none';
    kept.abort.abort();
    const about = kind === 'effects' ? 'effect' : 'notification';
    const subject = `Replay of all ${NAMES[kind]}`;
    await this.log.record(decision, { group: '', orderId: '', about, subject, decision: 'stopped' });
    return 'stopping';
  }

  /** Called by Nest: the batch that is under way is brought to its end. */
  async onModuleDestroy(): Promise<void> {
    for (const { abort } of this.kept.values()) abort.abort();
    await Promise.all(this.underWay);
  }

  private async replay(
    kind: ReplayedKind,
    kept: Kept,
    replay: (watch: Watch) => Promise<Partial<ReplayReport>>,
  ): Promise<void> {
    const onProgress = (progress: Partial<ReplayProgress>): void => {
      kept.run = { ...kept.run, progress: { ...NOTHING, ...progress } };
    };
    try {
      const { complete, ...progress } = await replay({ onProgress, signal: kept.abort.signal });
      onProgress(progress);
      kept.run = { ...kept.run, ending: complete === true ? 'complete' : 'stopped' };
    } catch (error) {
      this.logger.error(`Replaying ${NAMES[kind]} failed: ${error instanceof Error ? error.name : 'Error'}`);
      kept.run = { ...kept.run, ending: 'failed' };
    }
  }
}
