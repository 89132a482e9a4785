import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { checkNotificationUrl } from '../../../protocol/index.js';
import {
  GroupSwitches,
  SANDBOX_SETTINGS,
  type SandboxAccount,
  type SandboxSettings,
  type ServiceFault,
} from '../../core/index.js';
import { openOrderAt, type SandboxOrderEntity, SandboxTransactionEntity } from '../../orders/index.js';
import type { NewOrder } from './create-order.types.js';

/** An order to be created, and the existing one with the same `order_id`. */
export interface CreateCase {
  readonly input: NewOrder;
  readonly existing: SandboxOrderEntity | null;
  readonly account: SandboxAccount;
}

/** Checks what the request alone does not tell: whether its `order_id`, its till and the shopper's wallet are usable. */
@Injectable()
export class AccountChecks {
  constructor(
    private readonly switches: GroupSwitches,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** The first fault; null if there is none. */
  async check(em: EntityManager, create: CreateCase): Promise<ServiceFault | null> {
    const urlFault = notificationUrlFault(create.input, this.settings);
    if (urlFault !== null) return urlFault;
    const used = create.existing === null ? await this.#usedByRefund(em, create) : conflict(create.existing, create);
    return used ?? this.#zeroFault(create) ?? this.#walletFault(create) ?? this.#terminalFault(em, create);
  }

  async #usedByRefund(em: EntityManager, { input, account }: CreateCase): Promise<ServiceFault | null> {
    const used = await em.existsBy(SandboxTransactionEntity, { site: account.site, orderId: input.orderId });
    return used ? { code: 1006, detail: 'order_id is in use for a refund' } : null;
  }

  #zeroFault({ input, account }: CreateCase): ServiceFault | null {
    const isRefused = input.amount === 0 && !this.switches.of(account.name).zeroAuthorisation;
    return isRefused ? { code: 1001, detail: 'this account may not store a card without charging it' } : null;
  }

  #walletFault({ input, account }: CreateCase): ServiceFault | null {
    const { walletBalance } = this.switches.of(account.name);
    const short = input.gateway === 'WALLET' && walletBalance !== null && input.amount > walletBalance;
    return short ? { code: 1017, detail: "the shopper's wallet holds less than the amount" } : null;
  }

  async #terminalFault(em: EntityManager, { input, existing, account }: CreateCase): Promise<ServiceFault | null> {
    const { terminalId } = input;
    if (terminalId === null) return null;
    const terminal = account.terminals.find(({ id }) => id === terminalId);
    if (terminal === undefined) return { code: 1023, detail: 'the group has no terminal of this terminal_id' };
    if (terminal.active === false) return { code: 1023, detail: 'the terminal is not active' };
    // A till takes one payment at a time (protocol §7).
    const open = await openOrderAt(em, { group: account.name, terminalId });
    return open !== null && open.id !== existing?.id
      ? { code: 1021, detail: 'the terminal is busy with another payment' }
      : null;
  }
}

// An order_id is used up once a transaction has it (spec §7, 1006); before that, only the same payment may be created again.
function conflict(existing: SandboxOrderEntity, { input, account }: CreateCase): ServiceFault | null {
  const isOpenTransfer = existing.transactionKey !== null && existing.status === 'initialized';
  if (isOpenTransfer && existing.gateway === 'BANKTRANS' && input.gateway === 'BANKTRANS') {
    return { code: 1022, detail: 'ERR_EXISTS, the bank transfer is open already' };
  }
  if (existing.transactionKey !== null) return { code: 1006, detail: 'order_id was already used by a transaction' };
  if (existing.group !== account.name) return { code: 1006, detail: 'order_id is in use on this website' };
  const same = existing.amount === input.amount && existing.currency === input.currency;
  return same ? null : { code: 1006, detail: 'order_id is in use for another amount' };
}

// Every URL passed the development rules when the request was read; the service's own rules are stricter (spec §6).
function notificationUrlFault({ notificationUrl }: NewOrder, settings: SandboxSettings): ServiceFault | null {
  if (notificationUrl === null) return null;
  const [first] = checkNotificationUrl(notificationUrl, settings.notificationUrlRules);
  return first === undefined ? null : { code: 1016, detail: `payment_options.notification_url: ${first.message}` };
}
