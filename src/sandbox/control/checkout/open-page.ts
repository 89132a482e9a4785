import { dueOf, findMethod, offeredMethods, type OrderVisit, partsOf, type SandboxMethod } from '../../orders/index.js';
import type { OpenPage, PaidPart } from './open-page.types.js';
import { returnUrl } from './return-url.js';

/** The common content of an open payment's pages. */
export function openPage(visit: OrderVisit, complaint: string | null): OpenPage {
  const { order } = visit;
  return {
    shop: order.group,
    orderId: order.orderId,
    description: order.description,
    lines: linesOf(visit),
    amount: order.amount,
    due: dueOf(visit),
    currency: order.currency,
    parts: paidParts(visit),
    methods: payableMethods(visit),
    declined: order.status === 'declined',
    started: order.transactionKey !== null,
    complaint,
    returnUrl: returnUrl(order, 'redirectUrl'),
  };
}

/**
 * The methods of an open page. The rest after a gift card can be paid with any method, even if the shop has fixed one.
 */
export function payableMethods(visit: OrderVisit): readonly SandboxMethod[] {
  return offeredMethods(partsOf(visit).length === 0 ? visit.order : { ...visit.order, gateway: null });
}

function paidParts(visit: OrderVisit): PaidPart[] {
  return partsOf(visit).map(({ method, amount }) => ({ name: findMethod(method)?.name ?? method, amount }));
}

function linesOf({ order }: OrderVisit): string[] {
  const items = order.cart?.items ?? [];
  return items.flatMap(({ name, quantity }) =>
    typeof name === 'string' ? [`${Number(quantity) || 1} × ${name}`] : [],
  );
}
