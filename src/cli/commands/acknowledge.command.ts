import type { Command } from 'commander';
import { EXIT } from '../exit-codes.js';
import { decisionOf, does, shopCommand, withDecision, type DecisionFlags, type Work } from '../frame.js';
import { printable } from '../output/index.js';
import { groupOption, type GroupFlags } from '../shop/group.flag.js';
import { asAnswer, orderMissing } from '../shop/refusal.js';
import { withShop } from '../shop/with-shop.js';

interface AcknowledgeFlags extends GroupFlags, DecisionFlags {
  readonly seen: string;
}

/** `tillbridge acknowledge ORDER --seen REASON`: marks the attention of an order as handled. */
export function acknowledgeCommand(): Command {
  const made = shopCommand('acknowledge')
    .argument('<order>', "the shop's order id")
    .requiredOption('--seen <reason>', 'what you have handled, as explain shows it: paid_twice, for example')
    .addOption(groupOption());
  return does<AcknowledgeFlags>(withDecision(made), acknowledge);
}

const acknowledge: Work<AcknowledgeFlags> = ({ flags, output }, orderId = '') =>
  withShop(flags, output, async ({ payments }) => {
    const { group, seen: attention } = flags;
    const before = await payments.orders.find(orderId, { group });
    if (!before) throw orderMissing(orderId);
    const decided = { ...decisionOf(flags), group, attention };
    const after = await payments.orders.acknowledge(orderId, decided).catch((error: unknown) => {
      throw asAnswer(error);
    });
    const acknowledged = before.attention !== null;
    return {
      exit: EXIT.done,
      json: { acknowledged, orderId: before.orderId, attentionBefore: before.attention, attention: after.attention },
      text: ({ good, bad }) => {
        const done = acknowledged ? good(`${attention} acknowledged`) : 'nothing to acknowledge';
        const next = after.attention === null ? '' : `; ${bad(`it still needs attention: ${after.attention}`)}`;
        return `${printable(before.orderId)}: ${done}${next}`;
      },
    };
  });
