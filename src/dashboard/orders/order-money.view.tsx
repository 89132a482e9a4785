import type { ComponentChildren } from 'preact';
import { amountText } from '../../pages/money-text.js';
import { ActionForm, Fact } from '../../pages/parts.js';
import type { Money } from '../../protocol/index.js';
import type { OrderCustomer, OrderDetails } from '../../shop/admin/index.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';
import { isAllowed, NEEDS } from '../frame/rights.js';
import { WhyField } from '../refunds/refund-parts.js';
import { orderActionAddress } from './order-address.js';
import { methodName } from './order-names.js';
import { methodsOf } from './paid-methods.js';

interface Part {
  readonly details: OrderDetails;
  readonly context: DashboardContext;
}

/** How and by whom the order was paid, and where the money is. */
export function MoneyFacts({ details, context }: Part) {
  const { facts } = context.labels.order;
  const { asked, received, surplus, others, ...first } = details.money;
  const came = received.map(amountText).join(' + ');
  const given = sumText([first, ...others].map(({ refunded }) => refunded));
  const promised = sumText([first, ...others].map(({ onItsWay }) => onItsWay));
  const amounts: readonly (readonly [name: string, text: ComponentChildren, isShown: boolean])[] = [
    [facts.method, <Method key="method" details={details} context={context} />, true],
    [facts.customer, <Customer key="customer" customer={details.customer} context={context} />, true],
    [facts.asked, amountText(asked), true],
    [facts.received, came === '' ? (facts.gone[details.order.status ?? ''] ?? facts.unpaid) : came, true],
    [facts.refunded, given, given !== ''],
    [facts.onItsWay, promised, promised !== ''],
    [facts.remaining, leftText(details.money), came !== ''],
    [facts.surplus, surplus && <strong class="too-much">{amountText(surplus.amount)}</strong>, surplus !== null],
  ];
  return (
    <dl class="facts body money">
      {amounts.map(
        ([name, text, isShown]) =>
          isShown && (
            <Fact key={name} name={name}>
              {text}
            </Fact>
          ),
      )}
    </dl>
  );
}

/** Amounts of several currencies, without those of nothing; empty if there is none. */
const sumText = (amounts: readonly Money[]): string =>
  amounts
    .filter((amount) => amount.isPositive())
    .map(amountText)
    .join(' + ');

/** What can still be refunded, in each currency of which something is left. */
export const leftText = ({ remaining, others }: OrderDetails['money']): string =>
  sumText([remaining, ...others.map((each) => each.remaining)]) || amountText(remaining);

/** The method of the payment, or of the last attempt. */
function Method({ details, context }: Part) {
  const { order: labels } = context.labels;
  const methods = methodsOf(details);
  if (methods.length === 0) return <>{labels.facts.unpaid}</>;
  return <span title={methods.join(', ')}>{methods.map((code) => methodName(labels, code)).join(', ')}</span>;
}

function Customer({ customer, context }: { customer: OrderCustomer | null; context: DashboardContext }) {
  const { facts } = context.labels.order;
  if (customer === null) return <span class="small">{facts.unknownCustomer}</span>;
  const { name, email, account } = customer;
  const [first, ...others] = [name, email, account && facts.account(account)].filter(Boolean);
  return (
    <>
      {first}
      {others.map((text) => (
        <span class="under" key={text}>
          {text}
        </span>
      ))}
    </>
  );
}

/** A button that refunds an overpayment: the exact amount, once. */
export function Surplus({ details: { order, money }, context }: Part) {
  const { surplus: labels } = context.labels.order;
  const { surplus } = money;
  if (surplus === null || !isAllowed(context.role, NEEDS.order.surplus)) return null;
  const next = amountText(surplus.next);
  return (
    <div class="body surplus">
      <p class="say">{labels.title(amountText(surplus.amount))}</p>
      {!surplus.next.equals(surplus.amount) && <p class="small">{labels.part(next)}</p>}
      <ActionForm action={orderActionAddress(context, order, 'surplus')} context={context}>
        <input type="hidden" name="key" value={surplus.key} />
        <input type="hidden" name="amount" value={surplus.next.toDecimal()} />
        <WhyField id="why-surplus" context={context} value={labels.why} />
        <button class="button main" type="submit">
          {labels.button(next)}
        </button>
      </ActionForm>
    </div>
  );
}
