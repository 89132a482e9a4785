import type { StaffOrder, StaffPayment } from '../api/staff-types';
import { amountText, money } from '../storefront/format';
import type { Tone } from '../storefront/order-state';
import { Layout, Problem } from '../storefront/pages/layout';
import { Badge } from '../storefront/pages/state';
import { historyText } from './history';
import { refundable, refundablePayment } from './refundable';
import { OrderBadge } from './staff.pages';

/** What the page of an order shows to staff. */
export interface StaffOrderProps {
  readonly order: StaffOrder;
  /** Where the sandbox's time can be put forward. */
  readonly clockUrl: string;
  readonly problem?: string;
}

const TONES: Readonly<Record<string, Tone>> = { Settled: 'good', Authorized: 'good', Failed: 'bad', Declined: 'bad' };

const toneOf = (state: string): Tone => TONES[state] ?? 'waiting';

const Payment = ({ payment, currency }: { readonly payment: StaffPayment; readonly currency: string }) => (
  <>
    <li>
      <span class="grow">Payment</span>
      <Badge tone={toneOf(payment.state)}>{payment.state}</Badge>
      <span class="price">{money(payment.amount, currency)}</span>
    </li>
    {payment.refunds.map(({ id, total, state, reason }) => (
      <li key={id}>
        <span class="grow">Refund{reason ? <span class="soft">, {reason}</span> : null}</span>
        <Badge tone={toneOf(state)}>{state}</Badge>
        <span class="price">−{money(total, currency)}</span>
      </li>
    ))}
  </>
);

const RefundForm = ({ order, payment }: { readonly order: StaffOrder; readonly payment: StaffPayment }) => (
  <form method="post" action={`/staff/orders/${order.code}/refunds`} class="fields">
    <h2 class="wide">Refund</h2>
    <input type="hidden" name="payment" value={payment.id} />
    {/* Two clerks, or two clicks, at once: the second one is refused. */}
    <input type="hidden" name="seen" value={payment.refunds.length} />
    <label class="field">
      Amount in {order.currencyCode}
      <input name="amount" inputMode="decimal" required value={amountText(refundable(payment))} />
    </label>
    <label class="field">
      Reason
      <input name="reason" maxLength={100} value="" placeholder="Arrived broken" />
    </label>
    <button class="button">Refund</button>
  </form>
);

const isWaiting = ({ payments }: StaffOrder): boolean =>
  payments.some(({ refunds }) => refunds.some(({ state }) => state === 'Pending'));

/** The parts of the page that change while it is open. */
export const StaffOrderParts = ({ order, clockUrl }: Omit<StaffOrderProps, 'problem'>) => {
  const payment = refundablePayment(order);
  return (
    <>
      <div data-part="order">
        <div class="head">
          <h1>{order.code}</h1>
          <OrderBadge state={order.state} />
        </div>
        <ul class="rows">
          <li>
            <span class="grow">
              Total{order.customer ? `, ${order.customer.firstName} ${order.customer.lastName}` : ''}
            </span>
            <span class="price">{money(order.totalWithTax, order.currencyCode)}</span>
          </li>
          {order.payments.map((each) => (
            <Payment key={each.id} payment={each} currency={order.currencyCode} />
          ))}
        </ul>
        {isWaiting(order) && (
          <p class="soft">
            Banks pay refunds out at midnight. To see that now, <a href={clockUrl}>put the sandbox's clock forward</a>{' '}
            to midnight.
          </p>
        )}
      </div>
      <div data-part="refund">
        {payment ? <RefundForm order={order} payment={payment} /> : <p class="soft">There is nothing to refund.</p>}
      </div>
      <div data-part="history">
        <h2>What happened</h2>
        <ol class="history">
          {order.history.items.map((entry) => {
            const text = historyText(entry);
            return text ? <li key={entry.id}>{text}</li> : null;
          })}
        </ol>
      </div>
    </>
  );
};

/** `/staff/orders/:code`: payments, refunds, and what happened. */
export const StaffOrderPage = ({ order, clockUrl, problem }: StaffOrderProps) => (
  <Layout title={`Order ${order.code}`} here="staff" isLive>
    <p>
      <a href="/staff">All orders</a>
    </p>
    <Problem text={problem} />
    <div class="card sheet" data-live={`/staff/orders/${order.code}/parts`}>
      <StaffOrderParts order={order} clockUrl={clockUrl} />
    </div>
  </Layout>
);
