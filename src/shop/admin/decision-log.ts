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

/** What a person did by hand, and about what. Times in epoch milliseconds (UTC). */
export type DecisionLine = Readonly<DecisionEntity>;

/** Which decisions to list. */
export interface DecisionFilter extends PageOptions {
  /** The name of a person, as a whole. */
  readonly by?: string;
  readonly decision?: DecisionKind;
  /** Decided at or after, epoch milliseconds. */
  readonly from?: number;
  /** Decided before, epoch milliseconds. */
  readonly to?: number;
}

/** Later than any clock says, and exact in every engine. */
const LATEST = Number.MAX_SAFE_INTEGER;

/** What people did by hand, over all orders; every page is answered by an index. */
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

  /** Records what a person did that changes nothing in the database. */
  record(decision: OperatorDecision, subject: DecisionSubject): Promise<void> {
    return this.transactions.run((tx) => this.decisions.record(tx, decision, [subject]));
  }
}
