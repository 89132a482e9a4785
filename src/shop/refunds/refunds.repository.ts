import { Inject, Injectable } from '@nestjs/common';
import { In, LessThan, MoreThan, type FindOptionsWhere } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import { AttemptEntity, paidAttemptsOf, type PaymentOrderEntity } from '../orders/index.js';
import { type PaidAttempt, RefundEvidenceEntity, type RefundState, RefundEntity } from '../refund-records/index.js';
import { TRANSACTIONS } from '../core/index.js';

/** Which refunds to list, and in which order. */
export interface RefundFilter {
  readonly group?: string;
  /** The shop's own id of the order. */
  readonly orderId?: string;
  readonly state?: RefundState;
  readonly batchId?: string;
  /** As they were asked for: default `oldest-first`. */
  readonly order?: 'oldest-first' | 'newest-first';
  /** Id of the last refund of the page before: what follows it in the order. `next` of that page. */
  readonly after?: string;
  /** 1 to 1,000; default 50. */
  readonly limit?: number;
}

/** How a refund is named: by its id, or by the key that it was asked for with. */
export type RefundName = string | { readonly group: string; readonly key: string };

const DEFAULT_LIMIT = 50;
const MOST = 1_000;

/** Finds refunds. Writes nothing. */
@Injectable()
export class RefundsRepository {
  constructor(@Inject(TRANSACTIONS) private readonly transactions: Transactions) {}

  /** Null when there is none. Some databases compare text loosely; a key is the same only when it is so to the letter. */
  async find(name: RefundName, group?: string): Promise<RefundEntity | null> {
    const where = typeof name === 'string' ? { id: name } : { group: name.group, key: name.key };
    const row = await this.transactions.run((tx) => tx.findOneBy(RefundEntity, where));
    const isNamed = typeof name === 'string' ? row?.id === name : row?.key === name.key && row.origin === 'shop';
    return row !== null && isNamed && (group === undefined || row.group === group) ? row : null;
  }

  /** The next rows of a list, and the place to go on from. */
  async page({
    limit = DEFAULT_LIMIT,
    after,
    order = 'oldest-first',
    ...equal
  }: RefundFilter): Promise<{ rows: RefundEntity[]; next: string | null }> {
    const take = Math.min(Math.max(1, Math.trunc(limit) || 1), MOST);
    const isBackwards = order === 'newest-first';
    const beyond = isBackwards ? LessThan : MoreThan;
    const where: FindOptionsWhere<RefundEntity> = after === undefined ? {} : { id: beyond(after) };
    for (const name of ['group', 'orderId', 'state', 'batchId'] as const) {
      if (equal[name] !== undefined) Object.assign(where, { [name]: equal[name] });
    }
    const found = await this.transactions.run((tx) =>
      tx.find(RefundEntity, { where, order: { id: isBackwards ? 'DESC' : 'ASC' }, take: take + 1 }),
    );
    const page = found.slice(0, take);
    const rows = page.filter(({ orderId }) => equal.orderId === undefined || orderId === equal.orderId);
    return { rows, next: found.length > take ? (page.at(-1)?.id ?? null) : null };
  }

  /** Those of some ids that there are, in no order. */
  withIds(ids: readonly string[]): Promise<RefundEntity[]> {
    return this.transactions.run((tx) => tx.findBy(RefundEntity, { id: In([...ids]) }));
  }

  /** Everything that is known of a refund's fate, oldest first. */
  evidenceOf({ id }: RefundEntity): Promise<RefundEvidenceEntity[]> {
    const order = { at: 'ASC', id: 'ASC' } as const;
    return this.transactions.run((tx) => tx.find(RefundEvidenceEntity, { where: { refundId: id }, order }));
  }

  /** An order's payments, and what was taken from them. */
  async moneyOf(order: PaymentOrderEntity): Promise<{ sources: PaidAttempt[]; refunds: RefundEntity[] }> {
    const { group, orderId } = order;
    return this.transactions.run(async (tx) => {
      const attempts = await tx.findBy(AttemptEntity, { group, orderId });
      return { sources: paidAttemptsOf(order, attempts), refunds: await tx.findBy(RefundEntity, { group, orderId }) };
    });
  }
}
