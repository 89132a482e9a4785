import type { ComponentChildren } from 'preact';
import type { BasketSeen, LineSeen } from '../../api/shop-types';
import { money } from '../format';

interface LineProps {
  readonly line: LineSeen;
  readonly currency: string;
  readonly children?: ComponentChildren;
}

/** One line of a basket or an order; what can be done with it stands below. */
export const Line = ({ line, currency, children }: LineProps) => (
  <li class="line">
    <img src={`/pictures/${line.productVariant.product.slug}.svg`} alt="" width="80" height="60" />
    <div class="line-body">
      <p class="line-name">
        {line.productVariant.name}
        {children ? null : <span class="soft"> × {line.quantity}</span>}
      </p>
      {children}
    </div>
    <p class="price">{money(line.linePriceWithTax, currency)}</p>
  </li>
);

/** All lines, with nothing to be done. */
export const Lines = ({ order }: { readonly order: BasketSeen }) => (
  <ul class="lines">
    {order.lines.map((line) => (
      <Line key={line.id} line={line} currency={order.currencyCode} />
    ))}
  </ul>
);

/** Goods, shipping and total of an order that has a shipping method. */
export const Totals = ({ order }: { readonly order: BasketSeen }) => (
  <dl class="totals">
    <dt>Goods</dt>
    <dd>{money(order.subTotalWithTax, order.currencyCode)}</dd>
    <dt>Shipping</dt>
    <dd>{money(order.shippingWithTax, order.currencyCode)}</dd>
    <dt class="sum">Total</dt>
    <dd class="sum">{money(order.totalWithTax, order.currencyCode)}</dd>
  </dl>
);
