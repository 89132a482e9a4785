import { Injectable } from '@nestjs/common';
import type { SandboxOrderEntity } from '../orders/index.js';
import { moneyText } from '../../pages/money-text.js';
import { Sandbox } from '../control/index.js';
import type { FormFields } from '../../pages/page-handler.js';
import { ORDER_ACTIONS, textAfter } from './order-actions.js';
import { TRY_ACTIONS } from './try-actions.js';
import { typedAmount } from './read-money.js';

const REFUND = 'refund';

/** Carries out the merchant's actions on a transaction's page. */
@Injectable()
export class MerchantOrders {
  constructor(private readonly sandbox: Sandbox) {}

  /** Whether there is an action with this name. */
  knows(action: string): boolean {
    return action === REFUND || [...ORDER_ACTIONS, ...TRY_ACTIONS].some(({ name }) => name === action);
  }

  /**
   * Carries out an action, and waits a short time for the shop's reply.
   *
   * @returns the message about it.
   * @throws SandboxError if the order does not allow it.
   */
  async act(order: SandboxOrderEntity, action: string, form: FormFields): Promise<string> {
    const { orderId, group } = order;
    const ofTry = TRY_ACTIONS.find(({ name }) => name === action);
    const transactionId = form.get('transaction') ?? '';
    if (ofTry !== undefined) return textAfter(ofTry.done, ofTry.run(this.sandbox, orderId, { group, transactionId }));
    const known = ORDER_ACTIONS.find(({ name }) => name === action);
    if (known === undefined) return this.#refund(order, form.get('amount') ?? '');
    return textAfter(known.done, known.run(this.sandbox, orderId, { group }));
  }

  #refund({ orderId, group, currency }: SandboxOrderEntity, text: string): Promise<string> {
    const money = typedAmount(text, { currency, code: 'REFUND_IMPOSSIBLE' });
    const work = this.sandbox.refund(orderId, { group, amount: money.amount });
    return textAfter(`A refund of ${moneyText(money.amount, currency)} was booked.`, work);
  }
}
