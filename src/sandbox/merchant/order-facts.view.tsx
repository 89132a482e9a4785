import type { ComponentChildren } from 'preact';
import { ORDER_STATUS_TABLE } from '../../protocol/index.js';
import type { SandboxOrderEntity } from '../orders/index.js';
import type { PageContext } from '../../pages/page-context.js';
import type { OrderHistory } from './order-histories.js';
import { Fact, When } from '../../pages/parts.js';

/** The facts of the order itself. */
export function OrderFacts({
  history: { order, paymentUrl },
  context,
}: {
  history: OrderHistory;
  context: PageContext;
}) {
  return (
    <dl class="facts body">
      <Fact name="Terminal group">{order.group}</Fact>
      <Fact name="Financial status">{order.financialStatus}</Fact>
      <Times order={order} context={context} />
      <Details order={order} />
      {paymentUrl !== null && (
        <Fact name={order.secondChance === 'mailed' ? 'Second link' : 'Payment page'} wide>
          <a href={paymentUrl}>{paymentUrl}</a>
        </Fact>
      )}
      <Optional name="Notification address" value={addressOf(order)} wide mono />
      <Optional name="Return address" value={order.redirectUrl} wide mono />
      <Optional name="Cancel address" value={order.cancelUrl} wide mono />
    </dl>
  );
}

function Times({ order, context }: { order: SandboxOrderEntity; context: PageContext }) {
  const times = [
    ['Created', order.createdAt],
    ['Modified', order.modifiedAt],
    ['Completed', order.completedAt],
    ['Shipped', order.shippedAt],
    ['Second link mailed', order.secondChanceMailedAt],
    ['Second link will be mailed', order.secondChance === 'wanted' ? order.secondChanceAt : null],
    [
      order.expiresAt > context.now ? 'Can be paid until' : 'Could be paid until',
      isPaid(order) ? null : order.expiresAt,
    ],
  ] as const;
  return (
    <>
      {times.map(
        ([name, at]) =>
          at !== null && (
            <Fact name={name} key={name}>
              <When at={at} context={context} />
            </Fact>
          ),
      )}
    </>
  );
}

function isPaid({ status }: SandboxOrderEntity): boolean {
  return ORDER_STATUS_TABLE[status].paid;
}

function Details({ order }: { order: SandboxOrderEntity }) {
  const { customer, variables } = order;
  const name = [customer['first_name'], customer['last_name']].filter(Boolean).join(' ');
  const facts = [
    ['Type', order.type],
    ['Reason', order.reason],
    ['Customer', name],
    ['E-mail', customer['email']],
    ['Fixed method', order.gateway],
    ...Object.entries(variables),
  ] as const;
  return (
    <>
      {facts.map(([fact, value]) => (
        <Optional key={fact} name={fact} value={value} />
      ))}
    </>
  );
}

interface OptionalProps {
  readonly name: string;
  readonly value: string | null | undefined;
  readonly wide?: boolean;
  readonly mono?: boolean;
}

function Optional({ name, value, wide, mono }: OptionalProps): ComponentChildren {
  if (value === null || value === undefined || value === '') return null;
  return (
    <Fact name={name} wide={wide}>
      {mono === true ? <span class="mono">{value}</span> : value}
    </Fact>
  );
}

function addressOf(order: SandboxOrderEntity): string | null {
  return order.notificationUrl && `${order.notificationMethod} ${order.notificationUrl}`;
}
