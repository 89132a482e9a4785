import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { insertRows, joinsTransaction } from '../../../database/engine/index.js';
import { DATA_SOURCE } from '../../core/index.js';
import { NO_PLACES, type KeptPlaces, type RowWorker } from '../../workers/index.js';
import type { TransitionFacts } from '../effect-event.js';
import { OutboxEntity } from './outbox.entity.js';
import { PreparedEffects } from './prepared-effects.js';

/** An effect that has not begun. */
export type NewEffect = Omit<OutboxEntity, 'leaseToken' | 'leaseUntil' | 'lastError' | 'doneAt'>;

/** The parts that run the effects of this process. */
interface Runner {
  readonly worker: Pick<RowWorker<OutboxEntity>, 'keepPlaces'>;
  /** Whether effects are handed over: then several are taken at a time. */
  readonly handing: { readonly size: number };
}

/**
 * Writes effects to the outbox under a lease of this process, as many as it has places for. So the process need not claim
 * rows that it has just written itself (decision 045).
 */
@Injectable()
export class OwnEffects {
  private runner: Runner | null = null;

  constructor(
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly prepared: PreparedEffects,
  ) {}

  /** Sets what runs them; before that, none are kept for this process. */
  connect(runner: Runner): void {
    this.runner = runner;
  }

  /** Begins to record the effects of a transaction; called outside of it. */
  begin(): RecordedEffects {
    // On SQLite it joins a transaction of the host, which may still be rolled back when this one seems committed.
    const isOnItsOwn = !joinsTransaction(this.dataSource);
    const keep = (wanted: number): KeptPlaces<OutboxEntity> => (isOnItsOwn ? this.keep(wanted) : NO_PLACES);
    return new RecordedEffects({
      keep,
      write: (...written) => this.write(...written),
    });
  }

  /** Effects that are handed over have their own queues. */
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

/** Effects that are recorded together. */
interface Recording {
  readonly effects: readonly NewEffect[];
  /** The transitions of the effects. */
  readonly transitions: readonly TransitionFacts[];
}

interface Recorder {
  keep(wanted: number): KeptPlaces<OutboxEntity>;
  /** @param places - for the first rows, which belong to this process @returns these rows */
  write(tx: EntityManager, recording: Recording, places: KeptPlaces<OutboxEntity>): Promise<readonly OutboxEntity[]>;
}

/** The effects of one transaction, from its begin to its end. */
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
   * Called after the commit: this process begins its own effects.
   *
   * @returns whether there are others, which must be claimed
   */
  commit(): boolean {
    this.places.take(this.own);
    return this.others > 0;
  }

  /** Called after a rollback of the transaction, or of one run of it; does nothing after {@link commit}. */
  drop(): void {
    this.places.drop();
    this.places = NO_PLACES;
    this.own = [];
    this.others = 0;
  }
}
