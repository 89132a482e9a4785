import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { insertRows, joinsTransaction } from '../../../database/engine/index.js';
import { DATA_SOURCE } from '../../core/index.js';
import { NO_PLACES, type KeptPlaces, type RowWorker } from '../../workers/index.js';
import type { TransitionFacts } from '../effect-event.js';
import { OutboxEntity } from './outbox.entity.js';
import { PreparedEffects } from './prepared-effects.js';

/** An effect that nobody has begun. */
export type NewEffect = Omit<OutboxEntity, 'leaseToken' | 'leaseUntil' | 'lastError' | 'doneAt'>;

/** What runs the effects of this process. */
interface Runner {
  readonly worker: Pick<RowWorker<OutboxEntity>, 'keepPlaces'>;
  /** Whether effects are handed over: then more than one of them is taken at a time. */
  readonly handing: { readonly size: number };
}

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
  ) {}

  /** Who runs them; until told, none are kept for this process. */
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
    { count, lease }: KeptPlaces<OutboxEntity>,
  ): Promise<readonly OutboxEntity[]> {
    const rows = effects.map((effect, index) => (index < count ? { ...effect, ...lease } : effect));
    await insertRows(tx, OutboxEntity, rows);
    const mine = effects.slice(0, count).map((effect) => Object.assign(new OutboxEntity(), BLANK, effect, lease));
    await this.prepared.note(tx, mine, transitions);
    return mine;
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
  /** @param places - for so many of the first, which are this process's own @returns these */
  write(tx: EntityManager, recording: Recording, places: KeptPlaces<OutboxEntity>): Promise<readonly OutboxEntity[]>;
}

/** The effects of one transaction, from when it is begun until it has ended. */
export class RecordedEffects {
  private places: KeptPlaces<OutboxEntity> = NO_PLACES;
  private own: readonly OutboxEntity[] = [];
  private others = 0;

  constructor(private readonly recorder: Recorder) {}

  /** Writes effects in the transaction, once in each run of it. */
  async write(tx: EntityManager, recording: Recording): Promise<void> {
    this.places = this.recorder.keep(recording.effects.length);
    this.own = await this.recorder.write(tx, recording, this.places);
    this.others = recording.effects.length - this.own.length;
  }

  /**
   * The transaction is committed: what is this process's own is begun.
   *
   * @returns whether there are others, which are to be claimed
   */
  commit(): boolean {
    this.places.take(this.own);
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
