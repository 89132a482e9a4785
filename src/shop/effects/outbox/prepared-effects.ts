import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TransitionFacts } from '../effect-event.js';
import { isSameLine, pendingOf } from './effect-line.js';
import type { OutboxEntity } from './outbox.entity.js';

/** Reads recorded transitions. The orders, which are above this folder, provide it. */
export type TransitionReader = (tx: EntityManager, ids: readonly string[]) => Promise<readonly TransitionFacts[]>;

interface Prepared {
  readonly transition: TransitionFacts | undefined;
  /** Whether no earlier effect of the same handler for the same order is pending. Once true, it stays true. */
  readonly isNext: boolean;
}

/** The data for the effects that this process runs: read for many of them at once. */
@Injectable()
export class PreparedEffects {
  private readonly prepared = new WeakMap<OutboxEntity, Prepared>();
  private readTransitions: TransitionReader = () => {
    throw new Error('PreparedEffects.useTransitions was not called');
  };

  /** Sets the reader of the effects' transitions. */
  useTransitions(read: TransitionReader): void {
    this.readTransitions = read;
  }

  /** Reads the data for the rows of a claim, in its transaction: for all of them at once, or they are not claimed. */
  async read(tx: EntityManager, rows: readonly OutboxEntity[]): Promise<void> {
    const ids = rows.map(({ transitionId }) => transitionId);
    await this.note(tx, rows, await this.readTransitions(tx, ids));
  }

  /** Stores the data for rows whose transitions are known; in the transaction that has written or claimed the rows. */
  async note(tx: EntityManager, rows: readonly OutboxEntity[], transitions: readonly TransitionFacts[]): Promise<void> {
    const byId = new Map(transitions.map((transition) => [transition.id, transition]));
    const ahead = await pendingOf(
      tx,
      rows.filter(({ version }) => version > 1),
    );
    for (const row of rows) {
      const isNext = !ahead.some((other) => isSameLine(row, other) && other.version < row.version);
      this.prepared.set(row, { transition: byId.get(row.transitionId), isNext });
    }
  }

  /** The transition of an effect. */
  transitionOf(row: OutboxEntity): TransitionFacts | undefined {
    return this.prepared.get(row)?.transition;
  }

  /** Whether no other effect must end before this one, as far as is known. */
  isNext(row: OutboxEntity): boolean {
    return this.prepared.get(row)?.isNext === true;
  }
}
