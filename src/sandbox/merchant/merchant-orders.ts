import { Injectable } from '@nestjs/common';
import { Money, MoneyError } from '../../protocol/index.js';
import type { SandboxOrderEntity } from '../orders/index.js';
import { moneyText } from '../../pages/money-text.js';
import { SandboxError } from '../core/index.js';
import { Sandbox } from '../control/index.js';
import type { FormFields } from '../../pages/page-handler.js';
import { ORDER_ACTIONS, waitBriefly } from './order-actions.js';

const REFUND = 'refund';

/** Carries out what the merchant decides on a transaction's page. */
@Injectable()
export class MerchantOrders {
  constructor(private readonly sandbox: Sandbox) {}

  /** Whether there is an action of this name. */
  knows(action: string): boolean {
    return action === REFUND || ORDER_ACTIONS.some(({ name }) => name === action);
  }

  /**
   * Carries out an action and waits a little for the shop to be told.
   *
   * @returns what to say about it.
   * @throws SandboxError when the order does not allow it.
   */
  async act(order: SandboxOrderEntity, action: string, form: FormFields): Promise<string> {
    const { orderId, group } = order;
    const known = ORDER_ACTIONS.find(({ name }) => name === action);
    if (known === undefined) return this.#refund(order, form.get('amount') ?? '');
    return textAfter(known.done, known.run(this.sandbox, orderId, { group }));
  }

  #refund({ orderId, group, currency }: SandboxOrderEntity, text: string): Promise<string> {
    const money = readMoney(text, currency);
    const work = this.sandbox.refund(orderId, { group, amount: money.amount });
    return textAfter(`A refund of ${moneyText(money.amount, currency)} was booked.`, work);
  }
}

async function textAfter(done: string, work: Promise<unknown>): Promise<string> {
  return (await waitBriefly(work)) ? done : `${done} The shop has not replied to the notification yet.`;
}

// People write a comma as well as a point.
function readMoney(text: string, currency: string): Money {
  try {
    return Money.of(text.trim().replace(',', '.'), currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    const advice = 'Write it in whole units, e.g. 12.50.';
    throw new SandboxError('REFUND_IMPOSSIBLE', `"${text}" is no amount of ${currency}. ${advice}`, { advice });
  }
}
