import type { Command } from 'commander';
import type { PaymentOrder } from '../../shop/index.js';
import { EXIT } from '../exit-codes.js';
import { decisionOf, does, shopCommand, withDecision, type DecisionFlags, type Work } from '../frame.js';
import { printable } from '../output/index.js';
import { groupOption, type GroupFlags } from '../shop/group.flag.js';
import { withShop } from '../shop/with-shop.js';
import { orderMissing } from '../shop/refusal.js';

type SyncFlags = GroupFlags & DecisionFlags;

/** `tillbridge sync ORDER`: reads an order from the service now. */
export function syncCommand(): Command {
  const made = shopCommand('sync')
    .argument('<order>', "the shop's order id, or the one at the service")
    .addOption(groupOption());
  return does<SyncFlags>(withDecision(made), sync);
}

const sync: Work<SyncFlags> = ({ flags, output }, orderId = '') =>
  withShop(flags, output, async ({ payments }) => {
    const { group } = flags;
    const before = await payments.orders.find(orderId, { group });
    if (!before) throw orderMissing(orderId);
    const after = await payments.orders.sync(orderId, { ...decisionOf(flags), group });
    const changed = before.status !== after.status || !before.amountRefunded.equals(after.amountRefunded);
    const { description: _personal, paymentUrl: _secret, ...order } = after;
    return {
      exit: EXIT.done,
      json: { changed, statusBefore: before.status, order },
      text: ({ good }) => `${printable(after.orderId)}: ${changed ? good(nowOf(after)) : `${nowOf(after)}, as before`}`,
    };
  });

const nowOf = ({ status, paid, amountRefunded }: PaymentOrder): string => {
  const refunded = amountRefunded.amount > 0 ? `, ${amountRefunded.toString()} refunded` : '';
  return `${status ?? 'no status yet'}, ${paid ? 'paid' : 'not paid'}${refunded}`;
};
