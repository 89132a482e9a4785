import { Inject, Injectable } from '@nestjs/common';
import { And, LessThan, MoreThanOrEqual } from 'typeorm';
import { readPage, type Transactions } from '../../database/engine/index.js';
import type { Page, PageOptions } from '../../support/index.js';
import { checkFilter, TRANSACTIONS } from '../core/index.js';
import {
  DecisionEntity,
  Decisions,
  type DecisionKind,
  type DecisionSubject,
  type OperatorDecision,
} from '../decisions/index.js';

/** A decision that a person made by hand, and its subject. Times in epoch milliseconds (UTC). */
export type DecisionLine = Readonly<DecisionEntity>;

/** Which decisions to list. */
export interface DecisionFilter extends PageOptions {
  /** The full name of a person. */
  readonly by?: string;
  readonly decision?: DecisionKind;
  /** Decided at or after, epoch milliseconds. */
  readonly from?: number;
  /** Decided before, epoch milliseconds. */
  readonly to?: number;
}

/** Later than any time of a clock, and exact in every engine. */
const LATEST = Number.MAX_SAFE_INTEGER;

/** The decisions that people made by hand, over all orders. An index serves every page. */
@Injectable()
export class DecisionLog {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly decisions: Decisions,
  ) {}

  /** One page, the newest first. */
  async page({ by, decision, from = 0, to = LATEST, ...part }: DecisionFilter = {}): Promise<Page<DecisionLine>> {
    checkFilter({ texts: { by, decision }, times: { from, to } });
    const decidedAt = And(MoreThanOrEqual(from), LessThan(to));
    const where = { ...(by !== undefined && { by }), ...(decision !== undefined && { decision }), decidedAt };
    const list = { entity: DecisionEntity, where, key: ['decidedAt', 'id'] } as const;
    return this.transactions.run((tx) => readPage(tx, list, part));
  }

  /** Records a decision of a person that changes nothing else in the database. */
  record(decision: OperatorDecision, subject: DecisionSubject): Promise<void> {
    return this.transactions.run((tx) => this.decisions.record(tx, decision, [subject]));
  }
}
