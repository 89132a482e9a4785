import { Injectable } from '@nestjs/common';
import { offeredMethods, type SandboxOrderEntity, type Till } from '../orders/index.js';
import { SandboxError } from '../core/index.js';
import { Sandbox } from '../control/index.js';
import { Tills } from '../payments/index.js';
import type { FormFields } from '../../pages/page-handler.js';
import { textAfter } from './order-actions.js';
import { typedAmount } from './read-money.js';

/** What a customer does at a till. */
export type TillAction = 'pay' | 'decline' | 'cancel';

/** Every action, by its name in the address. */
export const TILL_ACTIONS: readonly TillAction[] = ['pay', 'decline', 'cancel'];

/** Carries out the actions on a till's page. */
@Injectable()
export class MerchantTills {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly tills: Tills,
  ) {}

  /**
   * Carries out an action, and waits a short time for the shop's reply.
   *
   * @returns the message about it.
   * @throws SandboxError if the till has another order by then, or the order does not allow it.
   */
  async act(till: Till, action: TillAction, form: FormFields): Promise<string> {
    const { order } = await this.tills.one(till);
    // The page may be older than the till's order: an order that was not shown must not be paid.
    if (order === null || order.id !== form.get('order')) throw gone();
    const { orderId, group } = order;
    const method = methodIn(form, order);
    if (action === 'cancel') return textAfter('The payment was cancelled.', this.sandbox.cancel(orderId, { group }));
    if (action === 'decline') {
      return textAfter(
        'The card was declined. The till waits for another one.',
        this.sandbox.decline(orderId, { group, method }),
      );
    }
    const work = this.sandbox.pay(orderId, { group, method, tip: tipIn(form, order) });
    return textAfter('The order was paid.', work);
  }
}

function methodIn(form: FormFields, order: SandboxOrderEntity): string | undefined {
  return offeredMethods(order).find(({ code }) => code === form.get('method'))?.code;
}

function tipIn(form: FormFields, { currency }: SandboxOrderEntity): number | undefined {
  const text = (form.get('tip') ?? '').trim();
  const tip = text === '' ? 0 : typedAmount(text, { currency, code: 'OUTCOME_IMPOSSIBLE' }).amount;
  return tip === 0 ? undefined : tip;
}

function gone(): SandboxError {
  const advice = 'Look at what the till shows now.';
  return new SandboxError('OUTCOME_IMPOSSIBLE', `This order is not on the till any more. ${advice}`, { advice });
}
