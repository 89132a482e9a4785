import { Inject, Injectable } from '@nestjs/common';
import { And, In, LessThan, MoreThanOrEqual, type FindOperator } from 'typeorm';
import { readPage, type Transactions } from '../../database/engine/index.js';
import { firstIdAt, isName, type Page, type PageOptions } from '../../support/index.js';
import { AttemptEntity, paidAttemptsOf, type PaymentOrderEntity } from '../orders/index.js';
import { type PaidAttempt, RefundEvidenceEntity, type RefundState, RefundEntity } from '../refund-records/index.js';
import { checkFilter, TRANSACTIONS } from '../core/index.js';

/** Which refunds to list, and in which sequence. */
export interface RefundFilter extends PageOptions {
  readonly group?: string;
  /** The shop's own id of the order. */
  readonly orderId?: string;
  readonly state?: RefundState;
  readonly batchId?: string;
  /** Requested at or after, epoch milliseconds. */
  readonly from?: number;
  /** Requested before, epoch milliseconds. */
  readonly to?: number;
  /** By the time of the request: default `oldest-first`. */
  readonly order?: 'oldest-first' | 'newest-first';
}

/** Names a refund: by its id, or by the key of its request. */
export type RefundName = string | { readonly group: string; readonly key: string };

/** Finds refunds. Writes nothing. */
@Injectable()
export class RefundsRepository {
  constructor(@Inject(TRANSACTIONS) private readonly transactions: Transactions) {}

  /** Null when there is none. Some databases compare text loosely; keys must be exactly equal. */
  async find(name: RefundName, group?: string): Promise<RefundEntity | null> {
    const where = whereNamed(name);
    if (where === null) return null;
    const row = await this.transactions.run((tx) => tx.findOneBy(RefundEntity, where));
    const isNamed = typeof name === 'string' ? row?.id === name : row?.key === name.key && row.origin === 'shop';
    return row !== null && isNamed && (group === undefined || row.group === group) ? row : null;
  }

  /** One page of a list. */
  async page({ order, group, orderId, state, batchId, from, to, ...part }: RefundFilter): Promise<Page<RefundEntity>> {
    checkFilter({ texts: { group, orderId, state, batchId }, times: { from, to } });
    const given = { group, orderId, state, batchId, id: madeIn(from, to) };
    const where = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const list = { entity: RefundEntity, where, key: ['id'], isRising: order !== 'newest-first' } as const;
    const page = await this.transactions.run((tx) => readPage(tx, list, part));
    return { ...page, items: page.items.filter((row) => orderId === undefined || row.orderId === orderId) };
  }

  /** The existing refunds among some ids, in no sequence. */
  withIds(ids: readonly string[]): Promise<RefundEntity[]> {
    return this.transactions.run((tx) => tx.findBy(RefundEntity, { id: In([...ids]) }));
  }

  /** The evidence of a refund, oldest first. */
  evidenceOf({ id }: RefundEntity): Promise<RefundEvidenceEntity[]> {
    const order = { at: 'ASC', id: 'ASC' } as const;
    return this.transactions.run((tx) => tx.find(RefundEvidenceEntity, { where: { refundId: id }, order }));
  }

  /** An order's payments, and the refunds taken from them. */
  async moneyOf(order: PaymentOrderEntity): Promise<{ sources: PaidAttempt[]; refunds: RefundEntity[] }> {
    const { group, orderId } = order;
    return this.transactions.run(async (tx) => {
      const attempts = await tx.findBy(AttemptEntity, { group, orderId });
      return { sources: paidAttemptsOf(order, attempts), refunds: await tx.findBy(RefundEntity, { group, orderId }) };
    });
  }
}

/** The condition for a refund that people name by its id, or by its group and key; null for a value that can name none. */
export function whereNamed(name: RefundName): { id: string } | { group: string; key: string } | null {
  if (isName(name)) return { id: name };
  const { group, key }: Partial<Exclude<RefundName, string>> = Object(name);
  return isName(group) && isName(key) ? { group, key } : null;
}

/** Ids grow with time: those of a time span are neighbours in every index that a list uses. */
function madeIn(from: number | undefined, to: number | undefined): FindOperator<string> | undefined {
  const [first, end] = [from, to].map((at) => (at === undefined ? undefined : firstIdAt(at)));
  if (first === undefined) return end === undefined ? undefined : LessThan(end);
  return end === undefined ? MoreThanOrEqual(first) : And(MoreThanOrEqual(first), LessThan(end));
}
