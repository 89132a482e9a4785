import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { readRows, runNotes } from '../../database/engine/index.js';
import { createId, storableText, type Clock } from '../../support/index.js';
import { CLOCK } from '../core/index.js';
import { DECISION_WIDTH, DecisionEntity } from './decision.entity.js';
import { checkedDecision, type OperatorDecision } from './operator-decision.js';

/** What is decided, and its subject. */
export type DecisionSubject = Pick<DecisionEntity, 'group' | 'orderId' | 'about' | 'decision'> &
  Partial<Pick<DecisionEntity, 'subjectId' | 'subject'>>;

/** A person's decision, with name and reason. */
export type RecordedDecision = Pick<DecisionEntity, 'decision' | 'by' | 'why' | 'decidedAt'>;

/** The outcome of what a person decided, and the subjects about which that is recorded. */
export interface Decided<T> {
  readonly subjects: readonly DecisionSubject[];
  /** Plain data. */
  readonly outcome: T;
}

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
    const left = await withoutRecorded(tx, subjects);
    const rows = left.map((subject) => ({ id: createId(this.clock), ...subject, ...recorded }));
    if (rows.length > 0) await tx.insert(DecisionEntity, rows);
    for (const row of rows) runNotes(tx).note(noteOf(row), row.id);
  }

  /** Whether an earlier run of this transaction has recorded the decision, and was committed though its answer was lost. */
  async wasRecorded(tx: EntityManager, subject: DecisionSubject): Promise<boolean> {
    return (await withoutRecorded(tx, [subject])).length === 0;
  }

  /**
   * Does what is decided once, however often its transaction runs: when the answer of a COMMIT was lost, the next run finds
   * nothing left to do, and would report that.
   *
   * @param name - of what is done in the transaction
   * @param work - records the decision about its subjects
   * @returns the outcome of the run that was committed
   */
  async once<T>(tx: EntityManager, name: string, work: () => Promise<Decided<T>>): Promise<T> {
    const earlier = runNotes(tx).ofEarlier(name);
    if (earlier !== undefined) {
      const { subjects, outcome } = JSON.parse(earlier) as Decided<T>;
      if (subjects[0] && (await this.wasRecorded(tx, subjects[0]))) return outcome;
    }
    const decided = await work();
    runNotes(tx).note(name, JSON.stringify(decided));
    return decided.outcome;
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

const noteOf = ({ group, orderId, about, subjectId = null, decision }: DecisionSubject): string =>
  JSON.stringify(['decision', group, orderId, about, subjectId, decision]);

/** The subjects whose decision no earlier run of the transaction has recorded: if its answer was lost, it is there. */
async function withoutRecorded(tx: EntityManager, subjects: readonly DecisionSubject[]): Promise<DecisionSubject[]> {
  const noted = (subject: DecisionSubject): string => runNotes(tx).ofEarlier(noteOf(subject)) ?? '';
  const values = subjects.map(noted).filter((id) => id !== '');
  if (values.length === 0) return [...subjects];
  const found = await readRows(tx, DecisionEntity, { property: 'id', values: values.sort() });
  const ids = new Set(found.map(({ id }) => id));
  return subjects.filter((subject) => !ids.has(noted(subject)));
}
