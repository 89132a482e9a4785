import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { masterManager, readRow, readRows } from '../../database/engine/index.js';
import { DATA_SOURCE } from '../core/index.js';
import { AttemptEntity } from './entities/attempt.entity.js';
import { ordersByReference } from './orders-by-reference.js';
import { orderAmbiguous, orderUnknown } from './orders.errors.js';
import { PaymentOrderEntity } from './entities/payment-order.entity.js';

/** Finds orders, by their own id or by that of one of their attempts. Writes nothing. */
@Injectable()
export class OrdersRepository {
  constructor(@Inject(DATA_SOURCE) private readonly dataSource: DataSource) {}

  private get master(): EntityManager {
    return masterManager(this.dataSource);
  }

  /**
   * The order of this id, in the group named or in whichever has it; if there is none, the order of which one attempt
   * goes by this id at the service. Null when there is neither.
   *
   * @param manager - of a transaction that is to see it
   * @throws PaymentError `ORDER_AMBIGUOUS`
   */
  async find(orderId: string, group?: string, manager = this.master): Promise<PaymentOrderEntity | null> {
    const wanted = { equal: group ? { group } : {}, property: 'orderId', values: [orderId] } as const;
    const rows = await readRows(manager, PaymentOrderEntity, wanted);
    // Some databases compare text loosely; an id is the same only when it is the same to the letter.
    const same = rows.filter((row) => row.orderId === orderId);
    return only(orderId, same) ?? this.findByServiceId(orderId, group, manager);
  }

  /**
   * The order of which one attempt goes by this id at the service, whatever other orders are called. Null when none does.
   *
   * @throws PaymentError `ORDER_AMBIGUOUS`
   */
  async findByServiceId(
    serviceOrderId: string,
    group?: string,
    manager = this.master,
  ): Promise<PaymentOrderEntity | null> {
    const attempt = await this.findAttempt(serviceOrderId, group, manager);
    return attempt && readRow(manager, PaymentOrderEntity, { group: attempt.group, orderId: attempt.orderId });
  }

  /** The newest orders of this reference, in the group named or in all. */
  findByReference(
    reference: string,
    options: { group?: string | undefined; limit: number },
  ): Promise<PaymentOrderEntity[]> {
    return ordersByReference(this.master, reference, options);
  }

  /** @throws PaymentError `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS` */
  async get(orderId: string, group?: string, manager?: EntityManager): Promise<PaymentOrderEntity> {
    const row = await this.find(orderId, group, manager);
    if (!row) throw orderUnknown({ group, orderId });
    return row;
  }

  /**
   * The attempt that the service knows by this id.
   *
   * @throws PaymentError `ORDER_AMBIGUOUS`
   */
  async findAttempt(serviceOrderId: string, group?: string, manager = this.master): Promise<AttemptEntity | null> {
    const wanted = { equal: group ? { group } : {}, property: 'serviceOrderId', values: [serviceOrderId] } as const;
    const rows = await readRows(manager, AttemptEntity, wanted);
    return only(
      serviceOrderId,
      rows.filter((row) => row.serviceOrderId === serviceOrderId),
    );
  }

  /** Those of these ids, as the service knows attempts, that this group has. */
  async knownAmong(group: string, serviceOrderIds: readonly string[]): Promise<ReadonlySet<string>> {
    const wanted = { equal: { group }, property: 'serviceOrderId', values: serviceOrderIds } as const;
    const rows = await readRows(this.master, AttemptEntity, wanted);
    return new Set(rows.map(({ serviceOrderId }) => serviceOrderId));
  }

  /** Every attempt of an order, the first one first. */
  async attemptsOf({ group, orderId }: PaymentOrderEntity): Promise<AttemptEntity[]> {
    const wanted = { equal: { group }, property: 'orderId', values: [orderId] } as const;
    return (await readRows(this.master, AttemptEntity, wanted)).toSorted((a, b) => a.number - b.number);
  }

  /** The newest attempt of an order. */
  async attemptOf({ group, orderId, attempt: number }: PaymentOrderEntity): Promise<AttemptEntity> {
    const attempt = await readRow(this.master, AttemptEntity, { group, orderId, number });
    if (!attempt) throw new Error(`Order ${orderId} of terminal group ${group} has no attempt ${number}.`);
    return attempt;
  }

  /** The newest attempt of each of these orders, as {@link attemptOf}. */
  async newestAttempts(orders: readonly PaymentOrderEntity[]): Promise<AttemptEntity[]> {
    const found = new Map<string, AttemptEntity>();
    for (const group of new Set(orders.map((order) => order.group))) {
      const values = orders.filter((order) => order.group === group).map(({ orderId }) => orderId);
      const rows = await readRows(this.master, AttemptEntity, { equal: { group }, property: 'orderId', values });
      for (const row of rows) found.set(JSON.stringify([group, row.orderId, row.number]), row);
    }
    return Promise.all(
      orders.map(
        (order) => found.get(JSON.stringify([order.group, order.orderId, order.attempt])) ?? this.attemptOf(order),
      ),
    );
  }
}

/** @throws PaymentError `ORDER_AMBIGUOUS` */
function only<R extends { group: string }>(orderId: string, rows: readonly R[]): R | null {
  const groups = rows.map((row) => row.group);
  if (groups.length > 1) throw orderAmbiguous(orderId, groups);
  return rows[0] ?? null;
}
