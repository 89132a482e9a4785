import { Injectable } from '@nestjs/common';
import type { OrderEvent } from '../../protocol/index.js';
import {
  AccountClient,
  CheckoutClient,
  EventsClient,
  RawRequestClient,
  TokensClient,
  TransactionsClient,
} from '../client/index.js';
import { type TerminalGroup, TerminalGroups } from '../core/index.js';
import { ofGroup } from './bind-group.js';
import type { GroupAccount } from './group-payments.js';

/** Binds the calls without an order to one terminal group. */
@Injectable()
export class AccountBindingService {
  constructor(
    private readonly transactions: TransactionsClient,
    private readonly account: AccountClient,
    private readonly checkout: CheckoutClient,
    private readonly tokens: TokensClient,
    private readonly streams: EventsClient,
    private readonly raw: RawRequestClient,
    private readonly groups: TerminalGroups,
  ) {}

  /** The calls of one terminal group that are not about its orders. */
  of(name: string): GroupAccount {
    const group = (): TerminalGroup | Promise<TerminalGroup> => this.groups.find(name) ?? this.groups.resolve(name);
    return {
      name: this.groups.find(name)?.name ?? name,
      transactions: {
        ...ofGroup(this.transactions, group, ['get']),
        list: (...rest) => this.transactions.list({ name, resolve: group }, ...rest),
      },
      tokens: ofGroup(this.tokens, group, ['list', 'get', 'update', 'delete']),
      ...ofGroup(this.account, group, ['paymentMethods', 'gateways', 'terminals', 'terminalGroups']),
      ...ofGroup(this.checkout, group, ['issuers', 'apiToken', 'applePaySession']),
      events: (...rest) => this.eventsOf(name, ...rest),
      ...ofGroup(this.raw, group, ['request']),
    };
  }

  /** For a known group, faults are thrown at once, and not by the first step of the loop. */
  private eventsOf(name: string, ...rest: EventsCall): AsyncGenerator<OrderEvent> {
    const known = this.groups.find(name);
    return known ? this.streams.events(known, ...rest) : this.lateEvents(name, rest);
  }

  private async *lateEvents(name: string, rest: EventsCall): AsyncGenerator<OrderEvent> {
    yield* this.streams.events(await this.groups.resolve(name), ...rest);
  }
}

type EventsCall = Parameters<GroupAccount['events']>;
