import { Injectable } from '@nestjs/common';
import type {
  Gateway,
  ListedTransaction,
  OfferedPaymentMethod,
  OrderEvent,
  PaymentMethodFilter,
  Terminal,
  TransactionFilter,
} from '../../protocol/index.js';
import {
  AccountClient,
  EventsClient,
  RawRequestClient,
  TransactionsClient,
  type ListOptions,
  type OrderEventsOptions,
  type OrderEventsSource,
  type RawRequest,
  type ServiceAnswer,
  type TerminalsOfGroup,
  type TransactionList,
} from '../client/index.js';
import type { TerminalGroup } from '../core/index.js';

/** The transactions list of one terminal group (spec §4.3). */
export interface GroupTransactions {
  /**
   * Walks the list, newest first; reads each page only when it is asked for. See {@link TransactionList} for order,
   * repeats, the end, and how to go on after a failure.
   *
   * @throws PaymentError `FILTER_INVALID` at once, listing every fault
   * @example
   * ```ts
   * const list = payments.group('web').transactions.list({ type: 'refund', createdFrom: clock.now() - 86_400_000 });
   * for await (const { order_id, amount } of list) console.log(order_id, amount);
   * for await (const page of payments.group('web').transactions.list().pages()) console.log(page.items.length);
   * ```
   */
  list(filter?: TransactionFilter, options?: ListOptions): TransactionList;
  /**
   * One transaction by the service's identifier (protocol §2.8).
   *
   * @throws PaymentError `TRANSACTION_ID_INVALID`, `SERVICE_NOT_FOUND`, `SERVICE_FORBIDDEN`, `TIMEOUT`, `NETWORK`
   */
  get(transactionId: string): Promise<ListedTransaction>;
}

/** What one terminal group offers besides its orders. */
export interface GroupAccount {
  /** The name in the options of the module. */
  readonly name: string;
  readonly transactions: GroupTransactions;
  /**
   * The payment methods that can be offered (protocol §2.9).
   *
   * @throws PaymentError `FILTER_INVALID`, `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   * @example
   * ```ts
   * const methods = await payments.group('web').paymentMethods({ amount: 1_250, currency: 'EUR', country: 'NL' });
   * const choices = methods.map(({ id, name }) => ({ id, name }));
   * ```
   */
  paymentMethods(filter?: PaymentMethodFilter): Promise<OfferedPaymentMethod[]>;
  /** The same in short, as older accounts know it. Throws as {@link paymentMethods} does. */
  gateways(filter?: Omit<PaymentMethodFilter, 'groupCards'>): Promise<Gateway[]>;
  /**
   * Every terminal that the key may see, or those of one terminal group of the service (protocol §2.10).
   *
   * @param groupId - the service's number of a group; not the name in the options
   * @throws PaymentError `TERMINAL_GROUP_ID_INVALID`, `SERVICE_FORBIDDEN`, `LIST_ENDLESS`, `TIMEOUT`, `NETWORK`
   */
  terminals(groupId?: string): Promise<Terminal[]>;
  /** The service's terminal groups that the key may see, by their terminals. Throws as {@link terminals} does. */
  terminalGroups(): Promise<TerminalsOfGroup[]>;
  /**
   * What happens at a till, as it happens (protocol §7.1): reconnects by itself, ends with the order. A hint for a
   * screen; what counts is the notification and `orders.settle`.
   *
   * @param source - what the service answered when the order was created
   * @throws PaymentError `EVENTS_ADDRESS_REFUSED` at once; in the loop `EVENTS_REFUSED`, `EVENTS_LOST`, `EVENTS_TIMEOUT`
   * @example
   * ```ts
   * const created = await payments.group('till').orders.create(order);
   * for await (const event of payments.group('till').events(created, { signal: AbortSignal.timeout(60_000) })) {
   *   console.log(event.status);
   * }
   * ```
   */
  events(source: OrderEventsSource, options?: OrderEventsOptions): AsyncGenerator<OrderEvent>;
  /**
   * A request of your own, for what the package does not cover: same key, time limit, envelope and errors. A read is
   * tried again, a write never is; nothing is recorded.
   *
   * @throws PaymentError `REQUEST_INVALID` before sending, `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   * @example
   * ```ts
   * const { data } = await payments.group('till').request({ method: 'GET', path: '/v1/json/pos/receipt/POS-77-1' });
   * ```
   */
  request(request: RawRequest): Promise<ServiceAnswer>;
}

/** Makes a terminal group's {@link GroupAccount}. */
@Injectable()
export class GroupAccounts {
  constructor(
    private readonly transactions: TransactionsClient,
    private readonly account: AccountClient,
    private readonly streams: EventsClient,
    private readonly raw: RawRequestClient,
  ) {}

  /** The operations of one group. */
  of(group: TerminalGroup): GroupAccount {
    const { transactions, account, streams, raw } = this;
    return {
      name: group.name,
      transactions: {
        list: (filter, options) => transactions.list(group, filter, options),
        get: (transactionId) => transactions.get(group, transactionId),
      },
      paymentMethods: (filter) => account.paymentMethods(group, filter),
      gateways: (filter) => account.gateways(group, filter),
      terminals: (groupId) => account.terminals(group, groupId),
      terminalGroups: () => account.terminalGroups(group),
      events: (source, options) => streams.events(group, source, options),
      request: (request) => raw.request(group, request),
    };
  }
}
