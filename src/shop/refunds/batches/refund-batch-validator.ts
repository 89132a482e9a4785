import { Inject, Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { readRows, type Transactions } from '../../../database/engine/index.js';
import { isPaymentError, Money, type Fault } from '../../../protocol/index.js';
import { accountRules } from '../../client/index.js';
import { grouped, inSteps, isName } from '../../../support/index.js';
import { AttemptEntity, orderUnknown, paidAttemptsOf, PaymentOrderEntity } from '../../orders/index.js';
import { checkFields, type TerminalGroup, TRANSACTIONS } from '../../core/index.js';
import { type CountedRefund, RefundEntity } from '../../refund-records/index.js';
import type { NamedRow } from './refund-csv.js';
import { RefundRequestDto } from '../refund-request.dto.js';
import { sameOrConflict, seenElsewhere, sourceOf } from '../refund-request.service.js';
import { otherMode } from '../refunds.errors.js';

/** Rows that are checked alone in one turn of the event loop. */
const STEP = 100;
/** Rows read from the database at a time. */
const CHUNK = 100;

/** The stored facts about some orders and keys. */
interface KnownRows {
  readonly orders: ReadonlyMap<string, PaymentOrderEntity>;
  readonly attempts: ReadonlyMap<string, readonly AttemptEntity[]>;
  readonly refunds: ReadonlyMap<string, readonly RefundEntity[]>;
  readonly byKey: ReadonlyMap<string, RefundEntity>;
}

/**
 * What earlier rows take from each order: one sum for each of its payments, so that thousands of rows of one order cost no
 * more each.
 */
type Promised = Map<string, Map<string, CountedRefund>>;

/** What a check of rows found. */
export interface BatchVerdict {
  /** Everything that is wrong; empty when the batch may be stored. */
  readonly faults: readonly Fault[];
  /** Rows whose keys are on record: they are not requested again. */
  readonly known: readonly NamedRow[];
  /** Rows under new keys that are like a refund on record, which may be the same one: the key may have been changed. */
  readonly alike: readonly Fault[];
}

/** Checks all rows of a batch before anything is written. */
@Injectable()
export class RefundBatchValidator {
  constructor(@Inject(TRANSACTIONS) private readonly transactions: Transactions) {}

  /**
   * Everything that is wrong with the rows, by the stored facts: each row alone, and several rows of one order together. Rows
   * that are stored already, under their own keys, are valid.
   */
  async validate(group: TerminalGroup, rows: readonly NamedRow[]): Promise<BatchVerdict> {
    const faults: Fault[] = [];
    const known: NamedRow[] = [];
    const alike: Fault[] = [];
    // A row that is wrong alone takes nothing from the others.
    const sound: NamedRow[] = [];
    for await (const part of inSteps(rows, STEP)) {
      for (const row of part) {
        const own = faultsOfOne(group, row);
        faults.push(...own);
        if (own.length === 0) sound.push(row);
      }
    }
    faults.push(...uncountedSums(sound), ...repeatedKeys(rows));
    const promised: Promised = new Map();
    for await (const part of inSteps(sound, CHUNK)) {
      const stored = await this.transactions.run((tx) => knownRowsOf(tx, group.name, part));
      for (const each of part) {
        faults.push(...placed(each, () => validateOne(group, each, { stored, promised })));
        if (stored.byKey.has(each.row.key)) known.push(each);
        else alike.push(...likeOnRecord(each, stored));
      }
    }
    return { faults, known, alike };
  }
}

/** The faults that show without the database. */
function faultsOfOne(group: TerminalGroup, { name, row }: NamedRow): Fault[] {
  const { faults } = checkFields(RefundRequestDto, row, { context: accountRules(group) });
  const amount: unknown = (row as { readonly amount?: unknown } | null)?.amount;
  const isMissing = !Money.isMoney(amount) && !faults.some(({ path }) => path === 'amount');
  const all = isMissing ? [...faults, { path: 'amount', message: 'must be an amount: a batch names each' }] : faults;
  return all.map((fault) => ({ ...fault, path: `${name}, ${fault.path || 'row'}` }));
}

/** A batch is shown with its sums: one that is no safe integer could not be shown once it was stored. */
function uncountedSums(rows: readonly NamedRow[]): Fault[] {
  const sums = new Map<string, number>();
  for (const { row } of rows) sums.set(row.amount.currency, (sums.get(row.amount.currency) ?? 0) + row.amount.amount);
  return [...sums]
    .filter(([, sum]) => !Number.isSafeInteger(sum))
    .map(([code]) => ({ path: '', message: `is more than can be counted in ${code}: send it in several batches` }));
}

function repeatedKeys(rows: readonly NamedRow[]): Fault[] {
  const seen = new Map<string, string>();
  return rows.flatMap(({ name, row }) => {
    const first = seen.get(row?.key);
    if (first === undefined) seen.set(row?.key, name);
    return first === undefined ? [] : [{ path: `${name}, key`, message: `is that of ${first} already` }];
  });
}

async function knownRowsOf(tx: EntityManager, group: string, rows: readonly NamedRow[]): Promise<KnownRows> {
  const values = [...new Set(rows.map(({ row }) => row.orderId))].filter((id) => isName(id));
  const ofOrders = { equal: { group }, property: 'orderId' as const, values };
  const orders = await readRows(tx, PaymentOrderEntity, ofOrders);
  const attempts = await readRows(tx, AttemptEntity, ofOrders);
  const refunds = await readRows(tx, RefundEntity, ofOrders);
  const keyed = await tx.findBy(RefundEntity, { group, key: In(rows.map(({ row }) => row.key)) });
  return {
    orders: new Map(orders.map((order) => [order.orderId, order])),
    attempts: grouped(attempts, ({ orderId }) => orderId),
    refunds: grouped(refunds, ({ orderId }) => orderId),
    byKey: new Map(keyed.map((refund) => [refund.key, refund])),
  };
}

/** @throws PaymentError as a request for it would, by the stored facts and what earlier rows take */
function validateOne(
  group: TerminalGroup,
  { row }: NamedRow,
  { stored, promised }: { readonly stored: KnownRows; readonly promised: Promised },
): void {
  const { orderId, amount, key } = row;
  const order = stored.orders.get(orderId);
  if (!order) throw orderUnknown({ group: group.name, orderId });
  const known = stored.byKey.get(key);
  if (known) return void sameOrConflict(known, { group, orderId, key, amount });
  const seen = seenElsewhere({ refunds: stored.refunds.get(orderId) ?? [] }, row);
  if (seen) return void sameOrConflict({ ...seen, key }, { group, orderId, key, amount });
  if (order.mode !== group.mode) throw otherMode(order);
  const sources = paidAttemptsOf(order, stored.attempts.get(orderId) ?? []);
  const earlier = promised.get(orderId) ?? new Map<string, CountedRefund>();
  const refunds = [...(stored.refunds.get(orderId) ?? []), ...earlier.values()];
  const { source } = sourceOf(order, { wanted: amount, sources, refunds });
  const { serviceOrderId } = source;
  const sum = (earlier.get(serviceOrderId)?.amount ?? 0) + amount.amount;
  earlier.set(serviceOrderId, { serviceOrderId, amount: sum, state: 'queued' });
  promised.set(orderId, earlier);
}

/** The refund on record of the same order and amount, if one stands. */
function likeOnRecord({ name, row: { orderId, amount } }: NamedRow, { refunds }: KnownRows): Fault[] {
  const like = (refunds.get(orderId) ?? []).find(
    (refund) =>
      refund.amount === amount.amount &&
      refund.currency === amount.currency &&
      refund.origin !== 'chargeback' &&
      refund.state !== 'rejected' &&
      refund.state !== 'cancelled',
  );
  if (!like) return [];
  const whose = like.origin === 'shop' ? ` under the key ${like.key}` : ', made elsewhere';
  return [{ path: name, message: `order ${orderId} has a refund of ${amount.toString()}${whose}` }];
}

/** The error that a request for it throws, as a fault of its row. */
function placed({ name }: NamedRow, validate: () => void): Fault[] {
  try {
    validate();
    return [];
  } catch (error) {
    if (!isPaymentError(error)) throw error;
    return [{ path: name, message: `${error.code}: ${error.message}` }];
  }
}
