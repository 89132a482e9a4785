import { Injectable } from '@nestjs/common';
import { Reconciliation } from '../admin/index.js';
import { PaymentsClient, ReceiptsClient } from '../client/index.js';
import type { TerminalGroup } from '../core/index.js';
import { RefundsService } from '../refunds/index.js';
import { AccountBindingService } from './account-binding.service.js';
import { ofGroup, withinGroup } from './bind-group.js';
import type { GroupOrders, GroupPayments, GroupRefunds } from './group-payments.js';
import { PaymentOrders } from './payment-orders.js';

/** Binds what the services do to one terminal group. */
@Injectable()
export class GroupBindingService {
  constructor(
    private readonly account: AccountBindingService,
    private readonly client: PaymentsClient,
    private readonly receipts: ReceiptsClient,
    private readonly orders: PaymentOrders,
    private readonly refunds: RefundsService,
    private readonly reconciliation: Reconciliation,
  ) {}

  /** Everything that one terminal group can do. */
  of(group: TerminalGroup): GroupPayments {
    return {
      ...this.account.of(group),
      orders: this.ordersOf(group),
      refunds: this.refundsOf(group.name),
      reconcile: (window) => this.reconciliation.reconcile({ ...window, group: group.name }),
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
      receipt: async (orderId) => this.receipts.receipt(terminalGroup, await idOf(orderId)),
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
