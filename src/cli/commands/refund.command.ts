import type { Command } from 'commander';
import type { Refund, RefundState, RefundsService } from '../../shop/index.js';
import { REFUND_LABELS } from '../../shop/refund-records/labels/refund.labels.js';
import { usageError } from '../cli-error.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { decisionOf, does, shopCommand, withDecision, type DecisionFlags, type Work } from '../frame.js';
import { printable, type Output, type Report } from '../output/index.js';
import { typedMoney } from '../refunds/refund-amount.js';
import { NO_SENDER, watchUntil } from '../refunds/watch-until.js';
import { groupOption, type GroupFlags } from '../shop/group.flag.js';
import type { OpenShop } from '../shop/open-shop.js';
import { withShop } from '../shop/with-shop.js';
import { asAnswer, orderMissing } from '../shop/refusal.js';
import { instantText } from '../../support/index.js';

interface RefundFlags extends GroupFlags, DecisionFlags {
  readonly amount?: string;
  readonly currency?: string;
  readonly remaining: boolean;
  readonly reason: string;
  readonly key: string;
  readonly wait: boolean;
}

const HELP = `
The same key is the same refund, however often it is asked for. It is sent by the shop's own processes, when its turn comes.

Example:
  tillbridge refund A-1 --amount 12.50 --reason 'Mug broken' --key return-2026-17 --why 'parcel came back' --wait`;

/** `tillbridge refund ORDER`: makes a refund, never twice. */
export function refundCommand(): Command {
  const made = shopCommand('refund')
    .argument('<order>', "the shop's order id")
    .option('--amount <decimal>', 'how much, such as 12.50')
    .option('--currency <code>', 'of the amount (default: that of the order)')
    .option('--remaining', 'all that is left, instead of an amount', false)
    .requiredOption('--reason <text>', 'what the customer may read')
    .requiredOption('--key <key>', 'what makes this refund this one: the id of a return, say')
    .option('--wait', 'until it is known what became of it', false)
    .addOption(groupOption());
  return does<RefundFlags>(withDecision(made).addHelpText('after', HELP), refund);
}

const refund: Work<RefundFlags> = ({ flags, output, signal }, orderId = '') => {
  if ((flags.amount === undefined) === !flags.remaining)
    throw usageError('How much?', 'Give --amount, or --remaining.');
  if (flags.remaining && flags.currency !== undefined)
    throw usageError('--currency is about --amount.', 'What remains is in the currency of the order: leave it out.');
  return withShop(flags, output, async (shop) => {
    const asked = await ask(shop, orderId, flags);
    const { refunds } = shop.payments;
    return reportOf(flags.wait ? await follow(refunds, asked, { output, signal }) : await read(refunds, asked), signal);
  });
};

async function ask({ payments }: OpenShop, orderId: string, flags: RefundFlags): Promise<Refund> {
  const { group, reason, key, amount: typed } = flags;
  const order = await payments.orders.find(orderId, { group });
  if (!order) throw orderMissing(orderId);
  const amount =
    typed === undefined ? ('remaining' as const) : typedMoney(typed, flags.currency ?? order.amount.currency);
  try {
    const request = { orderId: order.orderId, group: order.group, amount, reason, key };
    return await payments.refunds.request({ ...request, ...decisionOf(flags) });
  } catch (error) {
    throw asAnswer(error);
  }
}

/** The refund's current state, with the time when it will be sent. */
const read = async (refunds: RefundsService, asked: Refund): Promise<Refund> => (await refunds.find(asked.id)) ?? asked;

const follow = (
  refunds: RefundsService,
  asked: Refund,
  { output, signal }: { readonly output: Output; readonly signal: AbortSignal },
): Promise<Refund> =>
  watchUntil({
    read: () => read(refunds, asked),
    isOver: ({ state }) => !UNDER_WAY.has(state),
    markOf: ({ state }) => state,
    onRead: () => undefined,
    onSilence: () => output.note(NO_SENDER),
    signal,
  });

const UNDER_WAY: ReadonlySet<RefundState> = new Set<RefundState>(['queued', 'sending']);
const GIVEN: ReadonlySet<RefundState> = new Set<RefundState>(['accepted', 'settled']);

function exitOf(state: RefundState, { aborted }: AbortSignal): ExitCode {
  if (UNDER_WAY.has(state)) return aborted ? EXIT.stopped : EXIT.done;
  return GIVEN.has(state) ? EXIT.done : EXIT.no;
}

function reportOf(refund: Refund, signal: AbortSignal): Report {
  const { reason: _personal, ...facts } = refund;
  const { state, stateReason, amount, orderId, plannedAt } = refund;
  const why = stateReason === null ? '' : ` (${printable(stateReason)})`;
  const planned = plannedAt === null ? '' : `, about ${instantText(plannedAt)}`;
  return {
    exit: exitOf(state, signal),
    json: { refund: facts },
    text: () =>
      `Refund of ${amount.toString()} of order ${printable(orderId)} ${REFUND_LABELS[state].text}${why}${planned}.`,
  };
}
