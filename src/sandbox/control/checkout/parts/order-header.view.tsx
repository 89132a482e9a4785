import { moneyText } from '../../../../pages/money-text.js';
import type { OpenPage } from '../open-page.types.js';
import { Detail } from './detail.view.js';

const MAX_LINES = 4;

/** The shop, the amount and the items. */
export function OrderHeader({ page }: { page: OpenPage }) {
  const money = (amount: number): string => moneyText(amount, page.currency);
  return (
    <header class="section">
      <p class="shop">Payment to {page.shop}</p>
      <h1 class="amount">{money(page.due)}</h1>
      <p class="description">{page.description}</p>
      <OrderLines lines={page.lines} />
      {page.parts.length > 0 && (
        <dl class="sums">
          <Detail name="The whole order" value={money(page.amount)} />
          {page.parts.map(({ name, amount }) => (
            <Detail name={`Paid with ${name}`} value={money(amount)} key={name} />
          ))}
          <Detail name="Left to pay" value={money(page.due)} />
        </dl>
      )}
      <p class="reference">Order {page.orderId}</p>
    </header>
  );
}

function OrderLines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  const left = lines.length - MAX_LINES;
  return (
    <ul class="order-lines" aria-label="What you buy">
      {lines.slice(0, MAX_LINES).map((line, index) => (
        <li key={index}>{line}</li>
      ))}
      {left > 0 && <li>and {left} more</li>}
    </ul>
  );
}
