import type { FormFields } from '../../pages/page-handler.js';
import { amountText } from '../../pages/money-text.js';
import { exampleAmount, readTypedMoney } from '../../pages/typed-money.js';
import { isCurrency, isPaymentError, type Money } from '../../protocol/index.js';
import type { OperatorDecision } from '../../shop/decisions/index.js';
import type { OrderErasure } from '../../shop/admin/index.js';
import type { Payments } from '../../shop/payments/index.js';
import type { Refund, RefundRequest } from '../../shop/refunds/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';
import type { DashboardRole } from '../dashboard.options.js';
import { NotDone } from '../frame/not-done.js';
import { chosenArticles } from './order-articles.js';
import { stillName } from './order-names.js';
import { RefundMeanwhile, type StaffRefunds } from './staff-refunds.js';
import type { SurplusRefunds } from './surplus-refunds.js';

/** A user's request about one order. */
interface Asked {
  readonly group: string;
  readonly orderId: string;
  readonly form: FormFields;
  readonly decision: OperatorDecision;
  /** The user's role. */
  readonly role: DashboardRole;
  readonly labels: DashboardLabels['order'];
}

/** The services that carry it out. */
interface OrderTools {
  readonly payments: Payments;
  readonly staffRefunds: StaffRefunds;
  readonly surplus: SurplusRefunds;
}

/** Carries it out, and returns the message for the user. */
type OrderAction = (tools: OrderTools, asked: Asked) => Promise<string>;

/** The actions on one order; each is recorded with who and why. */
export const ORDER_ACTIONS = {
  sync: async ({ payments: { orders } }, { group, orderId, decision, labels }) => {
    const { status } = await orders.sync(orderId, { ...decision, group });
    return status === null ? labels.done.syncNoStatus : labels.done.sync(stillName(labels, status));
  },
  acknowledge: async ({ payments: { orders } }, { group, orderId, form, decision, labels }) => {
    const attention = form.get('attention');
    const seen = { ...decision, group, ...(attention !== null && { attention }) };
    const after = await orders.acknowledge(orderId, seen).catch((error: unknown) => {
      throw isPaymentError(error) && error.code === 'ATTENTION_CHANGED' ? notDone(labels.refused.changed) : error;
    });
    return after.attention === null ? labels.done.acknowledge : labels.done.acknowledgeNext;
  },
  refund: async (tools, asked) => {
    const { form, labels } = asked;
    const currency = await currencyIn(tools.payments, asked);
    return done(await requested(tools, asked, { amount: amountIn(form, currency, labels) }), labels);
  },
  articles: async (tools, asked) => {
    const { form, labels, group, orderId } = asked;
    const chosen = await chosenArticles(tools.payments, { group, orderId }, form);
    if (chosen === null) throw notDone(labels.refused.lines);
    if (!chosen.ok) throw notDone(labels.refused.unfitLines);
    return done(await requested(tools, asked, { amount: chosen.amount, cart: chosen.cart }), labels);
  },
  surplus: async ({ payments, surplus }, { group, orderId, form, decision, role, labels }) => {
    const currency = await currencyIn(payments, { group, orderId, form, labels });
    const amount = amountIn(form, currency, labels);
    const asked = { group, orderId, amount, key: form.get('key') ?? '', reason: labels.surplus.reason };
    const refund = await surplus.giveBack({ ...asked, ...decision }, role);
    if (refund === null) throw notDone(labels.refused.surplus);
    return done(refund, labels);
  },
  erase: async ({ payments: { orders } }, { group, orderId, form, decision, labels }) => {
    if (form.get('sure') !== 'yes') throw notDone(labels.refused.unsure);
    return erasureText(await orders.erase(orderId, { ...decision, group }), labels);
  },
} as const satisfies Readonly<Record<string, OrderAction>>;

/** Whether it is one of {@link ORDER_ACTIONS}. */
export const isOrderAction = (action: string): action is keyof typeof ORDER_ACTIONS =>
  Object.hasOwn(ORDER_ACTIONS, action);

/** @throws NotDone where the order got another refund since the user opened the page */
async function requested(
  { staffRefunds }: OrderTools,
  { group, orderId, form, decision, role, labels }: Asked,
  what: Pick<RefundRequest, 'amount' | 'cart'>,
): Promise<Refund> {
  const reason = reasonIn(form, labels.actions.refund.plainReason);
  const newestSeen = form.get('newest') ?? undefined;
  const request = { group, orderId, ...what, reason, key: form.get('key') ?? '', ...decision, newestSeen };
  return staffRefunds.request(request, role).catch((error: unknown) => {
    if (!(error instanceof RefundMeanwhile)) throw error;
    throw notDone(labels.refused.meanwhile(amountText(error.amount), error.askedBy));
  });
}

/** The text for the customer; the user's own reason is never sent. */
const reasonIn = (form: FormFields, plain: string): string => form.get('reason')?.trim() || plain;

const done = ({ amount }: { readonly amount: Money }, labels: Asked['labels']): string =>
  labels.done.refund(amountText(amount));

/** The currency that the form says, if money that came in it is left: payments may have come and gone since it was shown. */
async function currencyIn(
  { refunds }: Payments,
  { group, orderId, form, labels }: Pick<Asked, 'group' | 'orderId' | 'form' | 'labels'>,
): Promise<string> {
  const { currency: usual } = await refunds.remaining(orderId, { group });
  const currency = form.get('currency') ?? usual;
  if (currency === usual) return usual;
  const isLeft = isCurrency(currency) && (await refunds.remaining(orderId, { group, currency })).isPositive();
  if (isLeft) return currency;
  throw notDone(labels.refused.changed);
}

/** The exact amount as it was typed: rounding it would refund another amount than the user entered. */
function amountIn(form: FormFields, currency: string, labels: Asked['labels']): Money {
  const money = readTypedMoney(form.get('amount') ?? '', currency);
  if (money?.isPositive()) return money;
  throw notDone(labels.refused.amount(exampleAmount(currency), currency));
}

function erasureText(erasure: OrderErasure, { done: { erased, kept } }: Asked['labels']): string {
  const { notifications, keptNotifications, keptRefunds, paymentPages } = erasure;
  const things = [
    ...(keptNotifications > 0 ? [kept.notifications(keptNotifications)] : []),
    ...(keptRefunds > 0 ? [kept.refunds(keptRefunds)] : []),
    ...(paymentPages ? [] : [kept.pages]),
  ];
  return [erased(notifications), ...(things.length === 0 ? [] : [kept.all(things.join(', '))])].join(' ');
}

const notDone = (words: readonly [string, string]): NotDone => new NotDone(...words);
