import type { Command } from 'commander';
import { SERVICE_TIME_ZONE } from '../../protocol/index.js';
import type { PaymentOrder, Payments, TimelineEntry } from '../../shop/index.js';
import { attentionSection, runbook } from '../../shop/core/runbook.js';
import { EXIT } from '../exit-codes.js';
import { does, shopCommand, type Work } from '../frame.js';
import { readTimeZone } from '../inputs/time.input.js';
import { printable, type Report, type TextStyle } from '../output/index.js';
import { instantText, maskPersonal } from '../../support/index.js';
import { groupOption, type GroupFlags } from '../shop/group.flag.js';
import { withShop } from '../shop/with-shop.js';
import { orderMissing, referenceAmbiguous } from '../shop/refusal.js';
import { localText } from '../wording.js';

interface ExplainFlags extends GroupFlags {
  readonly timeZone: string;
  readonly details: boolean;
}

/** The number of orders that the error message lists. */
const MOST_NAMED = 10;

const HELP = `
Descriptions are left out, and e-mail addresses and account numbers in texts are masked, so that it may go into a ticket.
Notifications that were refused leave no row: they stand in the log.`;

/** `tillbridge explain ORDER`: the history of an order, in plain words. */
export function explainCommand(): Command {
  const made = shopCommand('explain')
    .argument('<order>', "the shop's order id, the one at the service, or the shop's own reference")
    .addOption(groupOption())
    .option('--time-zone <name>', 'zone of the second column', readTimeZone, SERVICE_TIME_ZONE)
    .option('--details', 'the data of each entry, too', false);
  return does<ExplainFlags>(made.addHelpText('after', HELP), explain);
}

const explain: Work<ExplainFlags> = ({ flags, output }, orderId = '') =>
  withShop(flags, output, async ({ payments }) => {
    const { group } = flags;
    const order = (await payments.orders.find(orderId, { group })) ?? (await referredTo(payments, orderId, group));
    const timeline = (await payments.orders.timeline(order.orderId, { group: order.group })).map(redacted);
    return reportOf(order, timeline, flags);
  });

/** The order with this reference of the shop; throws if several orders have it. */
async function referredTo({ orders }: Payments, reference: string, group?: string): Promise<PaymentOrder> {
  const [order, ...others] = await orders.findByReference(reference, { group });
  if (!order) throw orderMissing(reference);
  if (others.length > 0)
    throw referenceAmbiguous(
      reference,
      [order, ...others.slice(0, MOST_NAMED - 1)].map((each) => each.orderId),
    );
  return order;
}

/** A description is removed completely: it may hold a name. */
function redacted({ at, kind, text, details }: TimelineEntry): TimelineEntry {
  const { description: _personal, ...rest } = details;
  const clean = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === 'string' ? maskPersonal(value) : value,
  ]);
  return { at, kind, text: maskPersonal(text), details: Object.fromEntries(clean) };
}

function reportOf(order: PaymentOrder, timeline: readonly TimelineEntry[], flags: ExplainFlags): Report {
  const { description: _personal, paymentUrl: _secret, ...facts } = order;
  return {
    exit: EXIT.done,
    json: { order: facts, timeline },
    text: (style) => [...headOf(order, timeline, style), '', rowsOf(timeline, flags, style)].join('\n'),
  };
}

/** Whether what the service reported last waits to be applied: the order may be paid without showing it. */
const isBehind = ({ kind, details: { state, handler } }: TimelineEntry): boolean =>
  kind === 'notification' ? state === 'pending' || state === 'parked' : typeof handler === 'string';

function headOf(
  { orderId, group, serviceOrderId, status, ...order }: PaymentOrder,
  timeline: readonly TimelineEntry[],
  { bold, warn }: TextStyle,
): string[] {
  const atService = serviceOrderId === orderId ? '' : `, at the service ${printable(serviceOrderId)}`;
  const reference = order.reference === null ? '' : `, reference ${printable(order.reference)}`;
  const refunded = order.amountRefunded.amount > 0 ? `, ${order.amountRefunded.toString()} refunded` : '';
  const lines = [
    bold(`Order ${printable(orderId)} of ${group}${atService}${reference}`),
    `${order.amount.toString()}${refunded}, ${status ?? 'no status yet'}, ${order.paid ? 'paid' : 'not paid'}, attempt ${order.attempt}`,
  ];
  if (order.attention !== null)
    lines.push(warn(`Needs attention: ${order.attention} (see ${runbook(attentionSection(order.attention))})`));
  if (!order.paid && timeline.some(isBehind))
    lines.push(warn('It may be paid all the same: what the service reported last has not been applied (see below).'));
  return lines;
}

function rowsOf(timeline: readonly TimelineEntry[], { timeZone, details }: ExplainFlags, style: TextStyle): string {
  const rows = timeline.map((entry) => [
    instantText(entry.at),
    localText(entry.at, timeZone),
    entry.kind,
    printable(entry.text),
    ...(details ? [printable(dataOf(entry))] : []),
  ]);
  return style.table(['UTC', timeZone, 'Kind', 'What', ...(details ? ['Data'] : [])], rows);
}

const dataOf = ({ details }: TimelineEntry): string =>
  Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
