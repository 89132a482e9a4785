import { Inject, Injectable } from '@nestjs/common';
import type { Transactions } from '../../database/engine/index.js';
import type { OrderCartItem } from '../../protocol/index.js';
import { TRANSACTIONS } from '../../shop/core/index.js';
import { RefundEntity, UNPAID_STATES } from '../../shop/refund-records/index.js';
import type { OrderName } from './order-address.js';

/** How many of an order's articles were refunded, or are being refunded, by articles. */
@Injectable()
export class RefundedArticles {
  constructor(@Inject(TRANSACTIONS) private readonly transactions: Transactions) {}

  /**
   * For each of the items how many. Of two equal items the first is filled first. Refunds by amount and those whose
   * personal data was erased name no articles.
   */
  async countsFor({ group, orderId }: OrderName, items: readonly OrderCartItem[]): Promise<readonly number[]> {
    const rows = await this.transactions.run((tx) => tx.find(RefundEntity, { where: { group, orderId } }));
    const left = new Map<string, number>();
    for (const { state, cart } of rows) {
      if (UNPAID_STATES.has(state)) continue;
      for (const line of cart?.returned.lines ?? []) {
        const key = keyOf(line.merchantItemId, line.name);
        left.set(key, (left.get(key) ?? 0) + Number(line.quantity));
      }
    }
    return items.map((item) => {
      const key = keyOf(item.merchant_item_id, item.name);
      const count = Math.min(left.get(key) ?? 0, Number(item.quantity ?? 1));
      left.set(key, (left.get(key) ?? 0) - count);
      return Math.round(count * PARTS) / PARTS || 0;
    });
  }
}

/** Quantities have few decimals: what is beyond comes from adding them. */
const PARTS = 1_000_000;

const keyOf = (id: string | null | undefined, name: string | null | undefined): string =>
  JSON.stringify([id ?? '', name ?? '']);
