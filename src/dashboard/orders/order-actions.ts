import type { FormFields } from '../../pages/page-handler.js';
import { Money, type PaymentError } from '../../protocol/index.js';
import { refusal } from '../../shop/core/index.js';
import type { OperatorDecision } from '../../shop/decisions/index.js';
import type { OrderErasure } from '../../shop/admin/index.js';
import type { PaymentOrder } from '../../shop/orders/index.js';
import type { Payments } from '../../shop/payments/index.js';
import type { DashboardRole } from '../dashboard.options.js';
import type { StaffRefunds } from './staff-refunds.js';

/** What a person asks for about one order. */
interface Asked {
  readonly group: string;
  readonly orderId: string;
  readonly form: FormFields;
  readonly decision: OperatorDecision;
  /** Of whoever asks. */
  readonly role: DashboardRole;
}

/** What carries it out. */
interface OrderTools {
  readonly payments: Payments;
  readonly staffRefunds: StaffRefunds;
}

/** What the customer may read of a refund where nothing else is said; the operator's own words are never shown. */
export const PLAIN_REASON = 'Refund';

/** Does it, and returns what to tell the sender. */
type OrderAction = (tools: OrderTools, asked: Asked) => Promise<string>;

/** What can be done with one order by hand; each is recorded with who and why. */
export const ORDER_ACTIONS = {
  sync: async ({ payments: { orders } }, { group, orderId, decision }) =>
    `The service was asked. ${statusText(await orders.sync(orderId, { ...decision, group }))}`,
  acknowledge: async ({ payments: { orders } }, { group, orderId, decision }) => {
    await orders.acknowledge(orderId, { ...decision, group });
    return 'Written down: someone has seen to it. Should it happen again, it says so again.';
  },
  refund: async ({ payments, staffRefunds }, { group, orderId, form, decision, role }) => {
    const order = await payments.orders.find(orderId, { group });
    const amount = amountIn(form, order?.amount.currency ?? '');
    const key = form.get('key') ?? '';
    const reason = form.get('reason')?.trim() || PLAIN_REASON;
    const refund = await staffRefunds.request({ group, orderId, amount, reason, key, ...decision }, role);
    return `A refund of ${refund.amount.toString()} is on record; it is sent when its turn comes.`;
  },
  erase: async ({ payments: { orders } }, { group, orderId, form, decision }) => {
    if (form.get('sure') !== 'yes')
      throw notDone('it was not confirmed.', 'Tick the box that says so, and send it again.');
    return erasureText(await orders.erase(orderId, { ...decision, group }));
  },
} as const satisfies Readonly<Record<string, OrderAction>>;

/** Whether it is one of them. */
export const isOrderAction = (action: string): action is keyof typeof ORDER_ACTIONS =>
  Object.hasOwn(ORDER_ACTIONS, action);

const statusText = ({ status }: PaymentOrder): string =>
  status === null ? 'It has not reported a status yet.' : `The order is ${status.replace('_', ' ')}.`;

/** The amount exactly as it was typed: rounding here would refund another amount than the person asked for. */
function amountIn(form: FormFields, currency: string): Money {
  const text = (form.get('amount') ?? '').trim();
  const decimal = /^\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
  try {
    return Money.of(decimal, currency);
  } catch {
    throw notDone('the amount is not one.', `Write it with a point, such as 12.50, in ${currency}.`);
  }
}

function erasureText({ notifications, keptNotifications, keptRefunds, paymentPages }: OrderErasure): string {
  const kept = [
    ...(keptNotifications > 0 ? [`${keptNotifications} notifications that are still needed`] : []),
    ...(keptRefunds > 0 ? [`${keptRefunds} refunds that may still be sent`] : []),
    ...(paymentPages ? [] : ['the payment pages, as it may still be paid']),
  ];
  const rest = kept.length === 0 ? '' : ` Kept for now: ${kept.join(', ')}. Erase it again later.`;
  return `Erased: the description and the content of ${notifications} notifications.${rest}`;
}

const notDone = (what: string, advice: string): PaymentError =>
  refusal({
    code: 'REQUEST_INVALID',
    message: `Nothing was done: ${what}`,
    httpStatus: 422,
    advice,
  });
