import { Injectable } from '@nestjs/common';
import {
  AccountClient,
  CheckoutClient,
  EventsClient,
  RawRequestClient,
  TokensClient,
  TransactionsClient,
} from '../client/index.js';
import type { TerminalGroup } from '../core/index.js';
import { ofGroup } from './bind-group.js';
import type { GroupAccount } from './group-payments.js';

/** Binds what the service is asked besides orders to one terminal group. */
@Injectable()
export class AccountBindingService {
  constructor(
    private readonly transactions: TransactionsClient,
    private readonly account: AccountClient,
    private readonly checkout: CheckoutClient,
    private readonly tokens: TokensClient,
    private readonly streams: EventsClient,
    private readonly raw: RawRequestClient,
  ) {}

  /** What one terminal group offers besides its orders. */
  of(group: TerminalGroup): GroupAccount {
    return {
      name: group.name,
      transactions: ofGroup(this.transactions, group, ['list', 'get']),
      tokens: ofGroup(this.tokens, group, ['list', 'get', 'update', 'delete']),
      ...ofGroup(this.account, group, ['paymentMethods', 'gateways', 'terminals', 'terminalGroups']),
      ...ofGroup(this.checkout, group, ['issuers', 'apiToken', 'applePaySession']),
      ...ofGroup(this.streams, group, ['events']),
      ...ofGroup(this.raw, group, ['request']),
    };
  }
}
