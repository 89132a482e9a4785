import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { readJoinedRows, readRows, type Transactions } from '../../database/engine/index.js';
import { isName, orderKey } from '../../support/index.js';
import { filterInvalid, TRANSACTIONS } from '../core/index.js';
import { AttemptEntity } from './entities/attempt.entity.js';
import { ordersByReference } from './orders-by-reference.js';
import { orderAmbiguous, orderUnknown } from './orders.errors.js';
import { PaymentOrderEntity } from './entities/payment-order.entity.js';

/** An order and all of its attempts, the first one first, as of one moment. */
export interface OrderRecord {
  readonly order: PaymentOrderEntity;
  readonly attempts: readonly AttemptEntity[];
}

/** The attempt of an order with this number. */
export function attemptOf({ order, attempts }: OrderRecord, wanted: number): AttemptEntity {
  const attempt = attempts.find(({ number }) => number === wanted);
  if (!attempt) throw new Error(`Order ${order.orderId} of terminal group ${order.group} has no attempt ${wanted}.`);
  return attempt;
}

/** The newest attempt of an order. */
export const newestAttempt = (record: OrderRecord): AttemptEntity => attemptOf(record, record.order.attempt);

/** Finds orders, by their own id or by that of one of their attempts. Writes nothing. */
@Injectable()
export class OrdersRepository {
  constructor(@Inject(TRANSACTIONS) private readonly transactions: Transactions) {}

  /**
   * The order with this id, in the given group or in any; if there is none, the order of an attempt with this id at the
   * service. Null when there is neither.
   *
   * @param manager - of the transaction that must see it
   * @throws PaymentError `ORDER_AMBIGUOUS`
   */
  async find(orderId: string, group?: string, manager?: EntityManager): Promise<OrderRecord | null> {
    if (!isNamed(orderId, group)) return null;
    const found = await this.read(manager, (em) => recordsOf(em, group, [orderId]));
    // Some databases compare text loosely; ids must be exactly equal.
    const same = found.filter(({ order }) => order.orderId === orderId);
    const groups = same.map(({ order }) => order.group);
    return only(orderId, same, groups) ?? this.findByServiceId(orderId, group, manager);
  }

  /**
   * The order of an attempt with this id at the service, regardless of other orders' own ids. Null when there is none.
   *
   * @throws PaymentError `ORDER_AMBIGUOUS`
   */
  async findByServiceId(serviceOrderId: string, group?: string, manager?: EntityManager): Promise<OrderRecord | null> {
    const attempt = await this.findAttempt(serviceOrderId, group, manager);
    if (!attempt) return null;
    const [record] = await this.read(manager, (em) => recordsOf(em, attempt.group, [attempt.orderId]));
    return record ?? null;
  }

  /** The newest orders with this reference, in the given group or in all. */
  async findByReference(
    reference: string,
    options: { group?: string | undefined; limit: number },
  ): Promise<OrderRecord[]> {
    checkedGroup(options.group);
    const orders = await this.transactions.read((em) => ordersByReference(em, reference, options));
    const records = new Map<string, OrderRecord>();
    for (const group of new Set(orders.map((order) => order.group))) {
      const ids = orders.filter((order) => order.group === group).map(({ orderId }) => orderId);
      const found = await this.transactions.read((em) => recordsOf(em, group, ids));
      for (const record of found) records.set(orderKey(record.order), record);
    }
    return orders.flatMap((order) => records.get(orderKey(order)) ?? []);
  }

  /** @throws PaymentError `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS` */
  async get(orderId: string, group?: string, manager?: EntityManager): Promise<OrderRecord> {
    const record = await this.find(orderId, group, manager);
    if (!record) throw orderUnknown({ group, orderId });
    return record;
  }

  /**
   * The attempt with this id at the service.
   *
   * @throws PaymentError `ORDER_AMBIGUOUS`
   */
  async findAttempt(serviceOrderId: string, group?: string, manager?: EntityManager): Promise<AttemptEntity | null> {
    if (!isNamed(serviceOrderId, group)) return null;
    const wanted = { equal: group ? { group } : {}, property: 'serviceOrderId', values: [serviceOrderId] } as const;
    const rows = await this.read(manager, (em) => readRows(em, AttemptEntity, wanted));
    const same = rows.filter((row) => row.serviceOrderId === serviceOrderId);
    const groups = same.map((row) => row.group);
    return only(serviceOrderId, same, groups);
  }

  /** Those of these ids at the service that are attempts of this group. */
  async knownAmong(group: string, serviceOrderIds: readonly string[]): Promise<ReadonlySet<string>> {
    const wanted = { equal: { group }, property: 'serviceOrderId', values: serviceOrderIds } as const;
    const rows = await this.transactions.read((em) => readRows(em, AttemptEntity, wanted));
    return new Set(rows.map(({ serviceOrderId }) => serviceOrderId));
  }

  /** Every attempt of an order, the first one first. */
  async attemptsOf({ group, orderId }: PaymentOrderEntity): Promise<AttemptEntity[]> {
    const wanted = { equal: { group }, property: 'orderId', values: [orderId] } as const;
    const rows = await this.transactions.read((em) => readRows(em, AttemptEntity, wanted));
    return rows.toSorted(firstFirst);
  }

  /** A transaction that fails is run again as a whole by its owner; a read of its own is repeated here. */
  private read<T>(manager: EntityManager | undefined, work: (em: EntityManager) => Promise<T>): Promise<T> {
    return manager ? work(manager) : this.transactions.read(work);
  }
}

const isNamed = (id: unknown, group: unknown): boolean =>
  isName(id) && (checkedGroup(group) === undefined || isName(group));

/** An empty group field must not mean any group. @throws PaymentError `FILTER_INVALID` */
function checkedGroup(group: unknown): unknown {
  if (group !== '' && group !== null) return group;
  throw filterInvalid([{ path: 'group', message: 'must be left out, or be the name of a terminal group' }]);
}

const firstFirst = (a: AttemptEntity, b: AttemptEntity): number => a.number - b.number;

async function recordsOf(
  manager: EntityManager,
  group: string | undefined,
  values: readonly string[],
): Promise<OrderRecord[]> {
  const equal = group ? { group } : {};
  const wanted = { equal, property: 'orderId', values, on: ['group', 'orderId'] } as const;
  const found = await readJoinedRows(manager, [PaymentOrderEntity, AttemptEntity], wanted);
  return found.map(({ row, parts }) => ({ order: row, attempts: parts.toSorted(firstFirst) }));
}

/** @throws PaymentError `ORDER_AMBIGUOUS` */
function only<R>(orderId: string, found: readonly R[], groups: readonly string[]): R | null {
  if (groups.length > 1) throw orderAmbiguous(orderId, groups);
  return found[0] ?? null;
}
