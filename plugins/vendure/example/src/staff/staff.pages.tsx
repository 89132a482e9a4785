import type { OrderRow } from '../api/staff-types';
import { money } from '../storefront/format';
import { spaced } from './history';
import type { Tone } from '../storefront/order-state';
import { Layout, Problem } from '../storefront/pages/layout';
import { Badge } from '../storefront/pages/state';

/** `/staff` before signing in. */
export const SignInPage = ({ problem }: { readonly problem?: string }) => (
  <Layout title="Staff" here="staff">
    <div class="intro">
      <h1>Staff only</h1>
      <p>Here the people of the shop give money back. The name and the password stand in the terminal.</p>
    </div>
    <Problem text={problem} />
    <form method="post" action="/staff/session" class="card sheet fields narrow">
      <label class="field wide">
        Name
        <input name="username" autocomplete="username" required value="superadmin" />
      </label>
      <label class="field wide">
        Password
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
      <button class="button">Sign in</button>
    </form>
  </Layout>
);

const TONES: Readonly<Record<string, Tone>> = {
  PaymentSettled: 'good',
  PaymentAuthorized: 'good',
  Shipped: 'good',
  Delivered: 'good',
  Cancelled: 'quiet',
};

/** A state of an order, as Vendure has it. */
export const OrderBadge = ({ state }: { readonly state: string }) => (
  <Badge tone={TONES[state] ?? 'waiting'}>{spaced(state)}</Badge>
);

/** `/staff`: the latest orders. */
export const OrdersPage = ({ orders }: { readonly orders: readonly OrderRow[] }) => (
  <Layout title="Orders" here="staff">
    <div class="intro">
      <h1>Orders</h1>
      <p>In your own shop, staff do this in Vendure's dashboard. Both work through the Admin API.</p>
    </div>
    {orders.length === 0 ? (
      <p>No one has checked out yet.</p>
    ) : (
      <ul class="card sheet rows">
        {orders.map(({ code, state, totalWithTax, currencyCode, customer }) => (
          <li key={code}>
            <a href={`/staff/orders/${code}`}>{code}</a>
            <span class="grow soft">{customer ? `${customer.firstName} ${customer.lastName}` : ''}</span>
            <OrderBadge state={state} />
            <span class="price">{money(totalWithTax, currencyCode)}</span>
          </li>
        ))}
      </ul>
    )}
  </Layout>
);
