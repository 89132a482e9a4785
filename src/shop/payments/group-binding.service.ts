import { Injectable } from '@nestjs/common';
import { Reconciliation } from '../admin/index.js';
import { AccountClient, EventsClient, PaymentsClient, RawRequestClient, TransactionsClient } from '../client/index.js';
import type { TerminalGroup } from '../core/index.js';
import { RefundsService } from '../refunds/index.js';
import { ofGroup, withinGroup } from './bind-group.js';
import type { GroupAccount, GroupOrders, GroupPayments, GroupRefunds } from './group-payments.js';
import { PaymentOrders } from './payment-orders.js';

/** Binds what the services do to one terminal group. */
@Injectable()
export class GroupBindingService {
  constructor(
    private readonly transactions: TransactionsClient,
    private readonly account: AccountClient,
    private readonly streams: EventsClient,
    private readonly raw: RawRequestClient,
    private readonly client: PaymentsClient,
    private readonly orders: PaymentOrders,
    private readonly refunds: RefundsService,
    private readonly reconciliation: Reconciliation,
  ) {}

  /** Everything that one terminal group can do. */
  of(group: TerminalGroup): GroupPayments {
    return {
      ...this.accountOf(group),
      orders: this.ordersOf(group),
      refunds: this.refundsOf(group.name),
      reconcile: (window) => this.reconciliation.reconcile({ ...window, group: group.name }),
    };
  }

  private accountOf(group: TerminalGroup): GroupAccount {
    return {
      name: group.name,
      transactions: ofGroup(this.transactions, group, ['list', 'get']),
      ...ofGroup(this.account, group, ['paymentMethods', 'gateways', 'terminals', 'terminalGroups']),
      ...ofGroup(this.streams, group, ['events']),
      ...ofGroup(this.raw, group, ['request']),
    };
  }

  private ordersOf(terminalGroup: TerminalGroup): GroupOrders {
    const { client, orders } = this;
    const { name: group } = terminalGroup;
    const idOf = (orderId: string): Promise<string> => orders.serviceOrderId(orderId, { group });
    // Written down first that the shop itself gives up the payment, so that what comes of it is no surprise.
    const letGo = (orderId: string): Promise<string> => orders.letGo(orderId, { group });
    return {
      ...ofGroup(orders, group, ['create']),
      ...withinGroup(orders, group, ['find', 'settle', 'settlesWithin', 'timeline', 'sync', 'acknowledge', 'erase']),
      get: async (orderId) => orders.fetch(await idOf(orderId), { group }),
      update: async (orderId, input) => client.updateOrder(terminalGroup, await idOf(orderId), input),
      ship: async (orderId, input) => client.shipOrder(terminalGroup, await idOf(orderId), input),
      cancel: async (orderId, input) => client.cancelOrder(terminalGroup, await letGo(orderId), input),
      capture: async (orderId, input) => client.captureOrder(terminalGroup, await idOf(orderId), input),
      cancelReservation: async (orderId, input) => client.cancelReservation(terminalGroup, await letGo(orderId), input),
    };
  }

  private refundsOf(group: string): GroupRefunds {
    const { refunds } = this;
    return {
      ...ofGroup(refunds, group, ['upcoming', 'lane', 'pauseLane', 'resumeLane']),
      ...withinGroup(refunds, group, ['remaining', 'evidence', 'decisions', 'cancel', 'decide']),
      request: (request) => refunds.request({ ...request, group }),
      find: (id) => refunds.find(id, { group }),
      findByKey: (key) => refunds.find({ group, key }),
      list: (filter) => refunds.list({ ...filter, group }),
    };
  }
}
