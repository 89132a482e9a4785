import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { insertRows, joinsTransaction } from '../../../database/engine/index.js';
import type { Clock } from '../../../support/index.js';
import { CLOCK, DATA_SOURCE } from '../../core/index.js';
import type { KeptPlaces, LeasedRows, RowWorker } from '../../workers/index.js';
import type { TransitionFacts } from '../effect-event.js';
import { OutboxEntity } from './outbox.entity.js';
import { PreparedEffects } from './prepared-effects.js';

/** An effect that nobody has begun. */
export type NewEffect = Omit<OutboxEntity, 'leaseToken' | 'leaseUntil' | 'lastError' | 'doneAt'>;

/** What runs the effects of this process. */
interface Runner {
  readonly worker: Pick<RowWorker<OutboxEntity>, 'keepPlaces'>;
  readonly rows: LeasedRows<OutboxEntity>;
  /** Whether effects are handed over: then more than one of them is taken at a time. */
  readonly handing: { readonly size: number };
}

/** Of this share of its lease a row must have as much left when it is begun: then its lease is renewed in time. */
const LEAST_LEFT = 2 / 3;
const NO_PLACES: KeptPlaces<OutboxEntity> = { count: 0, take: () => undefined, drop: () => undefined };

/**
 * Puts effects into the outbox under a lease of this process, as many as it has places for: it need not claim a moment
 * later what it has written itself (decision 045).
 */
@Injectable()
export class OwnEffects {
  private runner: Runner | null = null;

  constructor(
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly prepared: PreparedEffects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Who runs them. */
  connect(runner: Runner): void {
    this.runner = runner;
  }

  /** Begins to record the effects of a transaction; to be called outside of it. */
  begin(): RecordedEffects {
    // On SQLite it becomes a part of the host's, which may still be taken back when ours seems committed.
    const isOnItsOwn = !joinsTransaction(this.dataSource);
    const keep = (wanted: number): KeptPlaces<OutboxEntity> => (isOnItsOwn ? this.keep(wanted) : NO_PLACES);
    return new RecordedEffects({
      keep,
      write: (...written) => this.write(...written),
      isFresh: (row) => this.isFresh(row),
    });
  }

  /** What is handed over has queues of its own. */
  private keep(wanted: number): KeptPlaces<OutboxEntity> {
    if (!this.runner || this.runner.handing.size > 1) return NO_PLACES;
    return this.runner.worker.keepPlaces(wanted);
  }

  private async write(
    tx: EntityManager,
    { effects, transitions }: Recording,
    own: number,
  ): Promise<readonly OutboxEntity[]> {
    const lease = own > 0 ? this.runner?.rows.ownLease() : undefined;
    const rows = effects.map((effect, index) => (index < own ? { ...effect, ...lease } : effect));
    await insertRows(tx, OutboxEntity, rows);
    const mine = effects.slice(0, own).map((effect) => Object.assign(new OutboxEntity(), BLANK, effect, lease));
    await this.prepared.note(tx, mine, transitions);
    return mine;
  }

  private isFresh({ leaseUntil }: OutboxEntity): boolean {
    const left = (leaseUntil ?? 0) - this.clock.now();
    return this.runner !== null && left >= this.runner.rows.leaseMs * LEAST_LEFT;
  }
}

const BLANK = { lastError: null, doneAt: null };

/** What is recorded together. */
interface Recording {
  readonly effects: readonly NewEffect[];
  /** That the effects are about. */
  readonly transitions: readonly TransitionFacts[];
}

interface Recorder {
  keep(wanted: number): KeptPlaces<OutboxEntity>;
  /** @param own - so many of the first are this process's own @returns these */
  write(tx: EntityManager, recording: Recording, own: number): Promise<readonly OutboxEntity[]>;
  isFresh(row: OutboxEntity): boolean;
}

/** The effects of one transaction, from when it is begun until it has ended. */
export class RecordedEffects {
  private places = NO_PLACES;
  private own: readonly OutboxEntity[] = [];
  private others = 0;

  constructor(private readonly recorder: Recorder) {}

  /** Writes effects in the transaction, once in each run of it. */
  async write(tx: EntityManager, recording: Recording): Promise<void> {
    this.places = this.recorder.keep(recording.effects.length);
    this.own = await this.recorder.write(tx, recording, this.places.count);
    this.others = recording.effects.length - this.own.length;
  }

  /**
   * The transaction is committed: what is this process's own is begun. A lease that has nearly run out by now is left to
   * run out.
   *
   * @returns whether there are others, which are to be claimed
   */
  commit(): boolean {
    this.places.take(this.own.filter((row) => this.recorder.isFresh(row)));
    return this.others > 0;
  }

  /** The transaction, or a run of it, was taken back; does nothing after {@link commit}. */
  drop(): void {
    this.places.drop();
    this.places = NO_PLACES;
    this.own = [];
    this.others = 0;
  }
}
