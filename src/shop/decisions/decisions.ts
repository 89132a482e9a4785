import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { createId, storableText, type Clock } from '../../support/index.js';
import { CLOCK } from '../core/index.js';
import { DECISION_WIDTH, DecisionEntity } from './decision.entity.js';
import { checkedDecision, type OperatorDecision } from './operator-decision.js';

/** What is decided, and its subject. */
export type DecisionSubject = Pick<DecisionEntity, 'group' | 'orderId' | 'about' | 'decision'> &
  Partial<Pick<DecisionEntity, 'subjectId' | 'subject'>>;

/** A person's decision, with name and reason. */
export type RecordedDecision = Pick<DecisionEntity, 'decision' | 'by' | 'why' | 'decidedAt'>;

/** Records what people decide by hand: one mechanism for effects, notifications and orders. */
@Injectable()
export class Decisions {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Records a decision about each of the subjects, in the transaction that applies it.
   *
   * @throws PaymentError `DECISION_INVALID`
   */
  async record(tx: EntityManager, decision: OperatorDecision, subjects: readonly DecisionSubject[]): Promise<void> {
    const { by, why } = checkedDecision(decision);
    const recorded = {
      by: storableText(by, DECISION_WIDTH.by),
      why: storableText(why, DECISION_WIDTH.why),
      decidedAt: this.clock.now(),
    };
    const rows = subjects.map((subject) => ({ id: createId(this.clock), ...subject, ...recorded }));
    await tx.insert(DecisionEntity, rows);
  }

  /** The decisions about one subject, oldest first. */
  async about(
    tx: EntityManager,
    { group, orderId, subjectId }: Pick<DecisionEntity, 'group' | 'orderId' | 'subjectId'>,
  ): Promise<RecordedDecision[]> {
    // The index does not contain the subject, but one order has few decisions.
    const order = { decidedAt: 'ASC', id: 'ASC' } as const;
    const found = await tx.find(DecisionEntity, { where: { group, orderId }, order });
    const own = found.filter((row) => row.subjectId === subjectId);
    return own.map(({ decision, by, why, decidedAt }) => ({ decision, by, why, decidedAt }));
  }
}
