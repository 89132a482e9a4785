import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '../../support/index.js';
import type { OperatorDecision } from '../../shop/decisions/index.js';
import { DecisionLog, type ReplayProgress, type ReplayReport, type ReplayState } from '../../shop/admin/index.js';
import type { FailedTarget } from '../../shop/effects/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import { CLOCK } from '../../shop/core/index.js';

/** The kinds of rows that can be replayed together: notifications of one state, or failed effects. */
export type ReplayedKind = ReplayState | 'effects';

/** The callback for progress, and the signal to end early. */
interface Watch {
  readonly onProgress: (progress: Partial<ReplayProgress>) => void;
  readonly signal: AbortSignal;
}

/** A replay of many rows, running or ended. Times in epoch milliseconds. */
export interface ReplayRun {
  readonly by: string;
  readonly begunAt: number;
  readonly progress: ReplayProgress;
  /** How it ended; null while it runs. */
  readonly ending: 'complete' | 'stopped' | 'failed' | null;
}

interface Kept {
  run: ReplayRun;
  readonly abort: AbortController;
}

const NAMES: Readonly<Record<ReplayedKind, string>> = {
  unmatched: 'unmatched notifications',
  parked: 'parked notifications',
  pending: 'notifications that wait for their next try',
  effects: 'failed effects',
};

const NOTHING: ReplayProgress = { seen: 0, replayed: 0, waiting: 0, erased: 0 };

/**
 * Replays all notifications of a state, or failed effects, in the background, so that the user need not wait, and
 * reports the progress. It runs in this process. Replayed rows stay replayed; a new run continues with the others.
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

  /** The last run of a kind that this process started; null if there was none. */
  of(kind: string): ReplayRun | null {
    return this.kept.get(kind as ReplayedKind)?.run ?? null;
  }

  /** Starts a run, unless one of that state is running. */
  begin(state: ReplayState, decision: OperatorDecision): 'begun' | 'already' {
    return this.start(state, decision, (watch) => this.payments.notifications.replay({ state }, decision, watch));
  }

  /** Starts a run over all effects that failed, or those of one handler, unless one is running. */
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

  /** Stops the running replay after its batch. It covers all terminal groups, so the decision is recorded without a group. */
  async stop(kind: ReplayedKind, decision: OperatorDecision): Promise<'stopping' | 'none'> {
    const kept = this.kept.get(kind);
    if (kept?.run.ending !== null) return 'none';
    kept.abort.abort();
    const about = kind === 'effects' ? 'effect' : 'notification';
    const subject = `Replay of all ${NAMES[kind]}`;
    await this.log.record(decision, { group: '', orderId: '', about, subject, decision: 'stopped' });
    return 'stopping';
  }

  /** Called by Nest: waits for the end of the current batch. */
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
