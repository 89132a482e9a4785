/**
 * A trial as those outside saw it: what callers asked the shop and what it answered, what the service has in its books, and
 * what the sink was told. It is judged by the promises alone: tables of the shop are not read, and its code is not asked.
 *
 * A history is `{ calls, service, sink }`. A call is `{ page: 'return' | 'refund' | 'checkout', orderId, key, startedAt, endedAt,
 * answer, isLast }`: its answer is what the page said, or null, and the last one of an order was made when everything was over.
 * `service` is what `readLedger` gives.
 */
import { groupBy } from './group-by.mjs';

const SHOWN = 3;
const MONEY = new Set(['completed', 'shipped', 'partial_refunded', 'refunded', 'chargedback']);
const PAYMENTS = new Set(['completed', 'paid_after_cancel']);
/** Each return of money is told of, and the status stays the same. */
const RETURNS = new Set(['partial_refunded', 'refunded']);
const NEVER_LEFT = new Set(['declined', 'void', 'cancelled']);
const GIVEN = new Set(['accepted', 'settled']);
const FORGED = new Set(['corrupt', 'wrong-key']);

/** `C-1` of `C-1`, `C-1-2`, …: each attempt to pay has an order of its own at the service. */
export const shopOrderOf = (orderId) => /^C-\d+/.exec(orderId)?.[0] ?? orderId;

/** All that is known of one order, from outside. */
function allKnownOf({ calls, service, sink }) {
  const byOrder = (rows) => groupBy(rows, ({ orderId }) => shopOrderOf(orderId));
  const [pages, orders, states, refunds, deliveries, effects] = [
    byOrder(calls.filter(({ answer }) => answer !== null)),
    byOrder(service.orders),
    byOrder(service.states),
    byOrder(service.refunds),
    byOrder(service.deliveries),
    byOrder(sink),
  ];
  const tried = groupBy(
    calls.filter(({ page }) => page === 'refund'),
    ({ orderId }) => orderId,
  );
  const names = new Set([...pages.keys(), ...orders.keys(), ...effects.keys()]);
  return [...names].map((orderId) => ({
    orderId,
    pages: (pages.get(orderId) ?? []).filter(({ page }) => page === 'return'),
    asked: (pages.get(orderId) ?? []).filter(({ page }) => page === 'refund'),
    tried: tried.get(orderId) ?? [],
    orders: orders.get(orderId) ?? [],
    states: states.get(orderId) ?? [],
    refunds: (refunds.get(orderId) ?? []).filter(({ tag }) => tag !== null),
    allRefunds: refunds.get(orderId) ?? [],
    deliveries: deliveries.get(orderId) ?? [],
    effects: effects.get(orderId) ?? [],
  }));
}

const hadMoney = ({ states, orders }) => [...states, ...orders].some(({ status }) => MONEY.has(status));
const lastPage = ({ pages }) => pages.find(({ isLast }) => isLast) ?? null;

/** Whether one page said that it is paid, and a page that was asked for afterwards that it is not. */
const isTakenBack = ({ pages }) =>
  pages.some((first) =>
    pages.some((later) => first.answer.paid && !later.answer.paid && later.startedAt > first.endedAt),
  );

const paidThere = ({ deliveries }) =>
  deliveries.some(({ verdict, body, fault }) => {
    if (verdict !== 'acknowledged' || FORGED.has(fault)) return false;
    return MONEY.has(JSON.parse(body).status);
  });

/** Whether a status was told under more ids than the order came to it. */
const isReportedTooOften = ({ effects }, comings, attempts) => {
  const kinds = groupBy(effects, ({ kind }) => kind);
  return [...kinds].some(([kind, each]) => {
    if (PAYMENTS.has(kind) || RETURNS.has(kind)) return false;
    const came = attempts.reduce((sum, { orderId }) => sum + (comings.get(`${orderId} ${kind}`) ?? 0), 0);
    return came > 0 && new Set(each.map(({ transitionId }) => transitionId)).size > came;
  });
};

const paymentsReported = ({ effects }) =>
  new Set(effects.filter(({ kind }) => PAYMENTS.has(kind)).map(({ transitionId }) => transitionId)).size;

const given = (each) => new Set(each.asked.filter(({ answer }) => GIVEN.has(answer.state)).map(({ key }) => key)).size;
const sumOf = (rows) =>
  rows.filter(({ status }) => !NEVER_LEFT.has(status)).reduce((sum, { amount }) => sum + amount, 0);

/** A promise each: what is wrong with an order by it. */
const PROMISES = {
  'paid, and later not': isTakenBack,
  'paid without money at the service': (each) => each.pages.some(({ answer }) => answer.paid) && !hadMoney(each),
  'unpaid though the service has the money': (each) => lastPage(each)?.answer.paid === false && hadMoney(each),
  'ends in another status than any of its attempts': (each) => {
    const last = lastPage(each);
    return last !== null && each.orders.length > 0 && !each.orders.some(({ status }) => status === last.answer.status);
  },
  'acknowledged as paid, and not known to be': (each) => paidThere(each) && lastPage(each)?.answer.paid === false,
  'forged, and acknowledged': ({ deliveries }) =>
    deliveries.some(({ verdict, fault }) => verdict === 'acknowledged' && FORGED.has(fault)),
  'told of one payment twice': (each) => paymentsReported(each) > 1,
  'told of a payment that never was': (each) => paymentsReported(each) > 0 && !hadMoney(each),
  'paid, and no one was told': (each) => lastPage(each)?.answer.paid === true && paymentsReported(each) === 0,
  'told of a status more often than it came': (each, { comings }) => isReportedTooOften(each, comings, each.orders),
  'a refund booked twice': ({ refunds }) => new Set(refunds.map(({ tag }) => tag)).size < refunds.length,
  'more refunds than were asked for': (each) =>
    new Set(each.refunds.map(({ tag }) => tag)).size > new Set(each.tried.map(({ key }) => key)).size,
  'more given back than was paid': (each) =>
    each.orders.some(({ orderId, amount }) => sumOf(each.allRefunds.filter((row) => row.orderId === orderId)) > amount),
  'a refund called accepted that the service does not have': (each) => given(each) > each.refunds.length,
};

/** The names of all promises that are checked. */
export const OUTSIDE_PROMISES = Object.keys(PROMISES);

/** @returns {string[]} a sentence for each promise that was broken, with a few of the orders */
export function outsideFaults(history) {
  const orders = allKnownOf(history);
  return Object.entries(PROMISES).flatMap(([what, isBroken]) => {
    const broken = orders.filter((each) => isBroken(each, history.service));
    const names = broken.slice(0, SHOWN).map(({ orderId }) => orderId);
    return broken.length === 0 ? [] : [`from outside: ${broken.length} orders ${what}: ${names.join(', ')}`];
  });
}
