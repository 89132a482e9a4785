import { Injectable } from '@nestjs/common';
import { Reconciliation } from '../admin/index.js';
import { checkedCancellation, checkedReservationEnd, PaymentsClient, ReceiptsClient } from '../client/index.js';
import { type TerminalGroup, TerminalGroups } from '../core/index.js';
import { OrderCaptures } from '../orders/index.js';
import { RefundsService } from '../refunds/index.js';
import { AccountBindingService } from './account-binding.service.js';
import { inGroup, ofGroup, withinGroup, type Late } from './bind-group.js';
import type { GroupOrders, GroupPayments, GroupRefunds } from './group-payments.js';
import { PaymentOrders } from './payment-orders.js';

/** Binds the services to one terminal group. */
@Injectable()
export class GroupBindingService {
  constructor(
    private readonly account: AccountBindingService,
    private readonly client: PaymentsClient,
    private readonly receipts: ReceiptsClient,
    private readonly orders: PaymentOrders,
    private readonly refunds: RefundsService,
    private readonly captures: OrderCaptures,
    private readonly reconciliation: Reconciliation,
    private readonly groups: TerminalGroups,
  ) {}

  /** All calls of one terminal group. Nothing is read before the first call; each call uses the keys that are valid then. */
  of(name: string): GroupPayments {
    const group = (): string | Promise<string> =>
      this.groups.find(name)?.name ?? this.groups.resolve(name).then((found) => found.name);
    return {
      ...this.account.of(name),
      orders: this.ordersOf(name, group),
      refunds: this.refundsOf(group),
      reconcile: async (window) => this.reconciliation.reconcile(inGroup(window, await group())),
    };
  }

  private ordersOf(name: string, group: Late<string>): GroupOrders {
    const { client, orders } = this;
    const idOf = async (orderId: string): Promise<OrderPlace> => {
      const found = await this.groups.resolve(name);
      return [found, await orders.ownServiceOrderId(orderId, { group: found.name })];
    };
    const letGo = async <T>(orderId: string, { check, ask }: EndRequest<T>): Promise<T> => {
      const found = await this.groups.resolve(name);
      // A request that would not be sent must not give up the payment.
      check(found);
      return orders.letGo(orderId, { group: found.name }, (id) => ask(found, id));
    };
    return {
      create: (input) => orders.create(name, input),
      ...withinGroup(orders, group, [
        'find',
        'findByReference',
        'settle',
        'settlesWithin',
        'timeline',
        'sync',
        'acknowledge',
        'erase',
      ]),
      receipt: async (orderId) => this.receipts.receipt(...(await idOf(orderId))),
      get: async (orderId) => client.getOrder(...(await idOf(orderId))),
      update: async (orderId, input) => client.updateOrder(...(await idOf(orderId)), input),
      ship: async (orderId, input) => client.shipOrder(...(await idOf(orderId)), input),
      cancel: (orderId, input = {}) =>
        letGo(orderId, {
          check: (found) => checkedCancellation(found, orderId, input),
          ask: (...place) => client.cancelOrder(...place, input),
        }),
      capture: async (orderId, input) => this.captures.capture(...(await idOf(orderId)), input),
      cancelReservation: (orderId, input) =>
        letGo(orderId, {
          check: (found) => checkedReservationEnd(found, orderId, input),
          ask: (...place) => client.cancelReservation(...place, input),
        }),
    };
  }

  private refundsOf(group: Late<string>): GroupRefunds {
    const { refunds } = this;
    return {
      ...ofGroup(refunds, group, ['upcoming', 'lane', 'pauseLane', 'resumeLane']),
      ...withinGroup(refunds, group, ['remaining', 'evidence', 'decisions', 'cancel', 'decide']),
      request: async (request) => refunds.request(inGroup(request, await group())),
      find: async (id) => refunds.find(id, { group: await group() }),
      findByKey: async (key) => refunds.find({ group: await group(), key }),
      list: async (filter) => refunds.list(inGroup(filter, await group())),
    };
  }
}

/** An order at the service: its group, and its id there. */
type OrderPlace = readonly [TerminalGroup, string];

/** A request to end a payment. */
interface EndRequest<T> {
  /** @throws PaymentError for an input that would not be sent */
  readonly check: (group: TerminalGroup) => unknown;
  readonly ask: (...place: OrderPlace) => Promise<T>;
}
