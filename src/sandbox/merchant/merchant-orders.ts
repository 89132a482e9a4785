import { Injectable } from '@nestjs/common';
import type { SandboxOrderEntity } from '../orders/order.entity.js';
import { Sandbox } from '../sandbox.js';
import { ORDER_ACTIONS, waitBriefly } from './order-actions.js';

/** Carries out what the merchant decides on a transaction's page. */
@Injectable()
export class MerchantOrders {
  constructor(private readonly sandbox: Sandbox) {}

  /** Whether there is an action of this name. */
  knows(action: string): boolean {
    return ORDER_ACTIONS.some(({ name }) => name === action);
  }

  /**
   * Carries out an action and waits a little for the shop to be told.
   *
   * @returns what to say about it.
   * @throws SandboxError when the order does not allow it.
   */
  async act(order: SandboxOrderEntity, action: string): Promise<string> {
    const { orderId, group } = order;
    const known = ORDER_ACTIONS.find(({ name }) => name === action);
    return known === undefined ? '' : tell(known.done, known.run(this.sandbox, orderId, { group }));
  }
}

async function tell(done: string, work: Promise<unknown>): Promise<string> {
  return (await waitBriefly(work)) ? done : `${done} The shop has not replied to the notification yet.`;
}
