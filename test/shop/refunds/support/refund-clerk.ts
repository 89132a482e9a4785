import { randomUUID } from 'node:crypto';
import { Money, type Refund, type RefundRequest } from 'tillbridge';
import { RefundEntity } from '../../../../src/shop/refund-records/index.js';
import type { RefundStage } from './refund-stage.js';

/** Whole cents. */
export const eur = (amount: number): Money => Money.ofMinor(amount, 'EUR');

/** Asks for refunds as a shop does, and looks what has become of them on both sides. */
export class RefundClerk {
  constructor(readonly stage: RefundStage) {}

  get refunds() {
    return this.stage.shop.payments.refunds;
  }

  /** Asks for EUR 10.00 under a key of its own, unless told otherwise. */
  ask(request: Partial<RefundRequest> & Pick<RefundRequest, 'orderId'>): Promise<Refund> {
    return this.refunds.request({ amount: eur(1_000), reason: 'broken', key: randomUUID(), ...request });
  }

  /** An order of its own, paid. Amount in cents. */
  async paid(amount = 10_000): Promise<string> {
    const orderId = `I-${randomUUID().slice(0, 8)}`;
    await this.stage.paid(orderId, amount);
    return orderId;
  }

  rowsOf(orderId: string): Promise<RefundEntity[]> {
    return this.stage.shop.dataSource.manager.findBy(RefundEntity, { orderId });
  }

  /** What the service has of refunds of an order, in cents. */
  async atService(orderId: string): Promise<number[]> {
    const { related_transactions } = await this.stage.shop.payments.orders.fetch(orderId, { group: 'web' });
    return related_transactions.map(({ amount }) => amount ?? 0);
  }

  /**
   * Lets the lane work until nothing of this order waits; others have their turn before, and one of the amount that a
   * chargeback took just now waits until the service does not take it for a repeat.
   */
  async sent(orderId: string): Promise<void> {
    for (let round = 0; round < 300; round += 1) {
      const waiting = (await this.rowsOf(orderId)).filter(({ state }) => state === 'queued');
      if (waiting.length === 0) return;
      // At first as a lane goes; then what keeps equal amounts apart is waited for, which takes minutes.
      await this.stage.pass(round < 10 ? 2_000 : 20_000);
    }
    throw new Error(`a refund of ${orderId} was never sent`);
  }
}
