import { IsNull, MoreThan, MoreThanOrEqual, Not } from 'typeorm';
import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { readRows } from '../../database/engine/index.js';
import { formatServiceTime, parseServiceTime } from '../../protocol/index.js';
import { compareText, DAY_MS, firstIdAt, grouped } from '../../support/index.js';
import { PAID_STATUSES } from '../../shop/admin/index.js';
import { AttemptEntity, paidAttemptsOf, PaymentOrderEntity } from '../../shop/orders/index.js';
import { RefundEntity } from '../../shop/refund-records/index.js';

/** Offsets of zones are multiples of a quarter hour, so their days are sums of such slots. */
const SLOT_MS = 900_000;

/** The number of days, including today. */
const DAYS = 7;
/** The most terminal groups that are shown: a shop may have hundreds. */
const MOST_GROUPS = 25;
/** The most rows that are counted for a group, newest first; if there are more, earlier days are unknown. */
const MOST_COUNTED = 10_000;

// Clocks of several processes differ, and ids grow even if a clock is set back.
const SLACK_MS = 3_600_000;

/** Money of one day, terminal group and currency. Amounts in minor units. */
export interface MoneyFigure {
  /** `YYYY-MM-DD` in the user's zone. */
  readonly day: string;
  readonly group: string;
  /** ISO 4217. */
  readonly currency: string;
  /** By the orders of that day: what was paid and not annulled since, second payments and chargebacks included; null if there are too many to count, or the sum is no safe integer. */
  readonly received: number | null;
  /** Of the refunds requested on that day, except those that pay nothing; null as above. */
  readonly refunded: number | null;
}

/** Payment attempts of the orders of these days, and the number of paid orders. */
export interface AttemptFigures {
  readonly attempts: number;
  readonly paid: number;
}

/** Received and refunded money of the last days. */
export interface MoneyFigures {
  /** Newest day first. */
  readonly rows: readonly MoneyFigure[];
  /** The first displayed day. */
  readonly from: string;
  readonly attempts: AttemptFigures;
  /** Whether groups were left out. */
  readonly isCut: boolean;
}

interface Slot {
  readonly at: number;
  readonly currency: string;
  readonly n: number;
  readonly attempts: number;
  readonly paid: number;
  readonly money: number;
}

/** The sums of one table's slots, and the day from which they are complete. */
interface Known {
  readonly slots: readonly Slot[];
  readonly from: string;
}

const dayOf = (at: number, timeZone: string): string => formatServiceTime(at, timeZone).slice(0, 10);

/** Received and refunded money of the last days, by day, group and currency: each group by an index, and bounded. */
export async function moneyFigures(
  em: EntityManager,
  groups: readonly string[],
  { now, timeZone, most = MOST_COUNTED }: { now: number; timeZone: string; most?: number },
): Promise<MoneyFigures> {
  const first = dayOf(now - (DAYS - 1) * DAY_MS, timeZone);
  const from = parseServiceTime(`${first}T00:00:00`, timeZone) ?? now - DAYS * DAY_MS;
  const rows: MoneyFigure[] = [];
  let attempts: AttemptFigures = { attempts: 0, paid: 0 };
  // One after the other: a page must not take connections that payments need.
  for (const group of groups.slice(0, MOST_GROUPS)) {
    const orders = known(await orderSlots(em, group, { from, most }), { most, timeZone, first });
    const refunds = known(await refundSlots(em, group, { from, most }), { most, timeZone, first });
    for (const { attempts: made, paid } of orders.slots)
      attempts = { attempts: attempts.attempts + made, paid: attempts.paid + paid };
    rows.push(...rowsOf(group, { orders, refunds, timeZone }));
  }
  rows.sort(
    (a, b) => compareText(b.day, a.day) || compareText(a.group, b.group) || compareText(a.currency, b.currency),
  );
  return { rows, from: first, attempts, isCut: groups.length > MOST_GROUPS };
}

function rowsOf(
  group: string,
  { orders, refunds, timeZone }: { orders: Known; refunds: Known; timeZone: string },
): MoneyFigure[] {
  const keyOf = ({ at, currency }: Slot): string => `${dayOf(at, timeZone)} ${currency}`;
  const sum = ({ slots, from }: Known, key: string): number | null => {
    const total = slots.filter((each) => keyOf(each) === key).reduce((all, { money }) => all + money, 0);
    return key.slice(0, 10) < from || !Number.isSafeInteger(total) ? null : total;
  };
  const keys = new Set([...orders.slots, ...refunds.slots].filter(({ money }) => money > 0).map(keyOf));
  return [...keys].map((key) => {
    const [day = '', currency = ''] = key.split(' ');
    return { day, group, currency, received: sum(orders, key), refunded: sum(refunds, key) };
  });
}

/** Of the oldest day, only a part may have been counted. */
function known(
  slots: readonly Slot[],
  { most, timeZone, first }: { most: number; timeZone: string; first: string },
): Known {
  const counted = slots.reduce((sum, { n }) => sum + n, 0);
  if (counted < most) return { slots, from: first };
  const reached = Math.min(...slots.map(({ at }) => at));
  return { slots, from: dayOf(reached + DAY_MS, timeZone) };
}

interface Bounds {
  readonly from: number;
  readonly most: number;
}

async function orderSlots(em: EntityManager, group: string, { from, most }: Bounds): Promise<Slot[]> {
  const rows = em
    .createQueryBuilder(PaymentOrderEntity, 'o')
    .select([
      'o.createdAt AS moment',
      'o.currency AS unit',
      'o.amount AS money',
      'o.attempt AS tries',
      'o.status AS word',
    ])
    .where('o.group = :group', { group })
    .andWhere('o.createdAt >= :from', { from })
    .orderBy('o.createdAt', 'DESC')
    .limit(most);
  const slots = await slotsOf(em, rows, `word IN (${PAID_STATUSES.map((status) => `'${status}'`).join(', ')})`);
  const others = await beyondAsked(em, group, { from, most });
  return slots.map((slot) => {
    const isOf = ({ createdAt, currency }: Beyond): boolean =>
      createdAt - (createdAt % SLOT_MS) === slot.at && currency === slot.currency;
    return { ...slot, money: slot.money + others.filter(isOf).reduce((sum, { money }) => sum + money, 0) };
  });
}

/** How much more an order has received than its slot counts for it; negative if only parts of a reservation were captured. */
type Beyond = Pick<PaymentOrderEntity, 'createdAt' | 'currency'> & { readonly money: number };

/** Orders whose money is not what they ask for: captured in parts, with a tip, paid twice, or paid at another price. */
async function beyondAsked(em: EntityManager, group: string, { from, most }: Bounds): Promise<Beyond[]> {
  const recent = { group, createdAt: MoreThanOrEqual(from) };
  const orders = await em.find(PaymentOrderEntity, {
    where: [
      { ...recent, received: Not(IsNull()) },
      { ...recent, attempt: MoreThan(1) },
    ],
    order: { createdAt: 'DESC' },
    take: most,
  });
  const ofOrders = { property: 'orderId' as const, values: orders.map(({ orderId }) => orderId) };
  const orderIdOf = ({ orderId }: { readonly orderId: string }): string => orderId;
  const attempts = grouped(await readRows(em, AttemptEntity, { equal: { group }, ...ofOrders }), orderIdOf);
  const byBank = { group, origin: 'chargeback', state: 'settled' } as const;
  const taken = grouped(await readRows(em, RefundEntity, { equal: byBank, ...ofOrders }), orderIdOf);
  return orders.map((order) => {
    const { orderId, createdAt, currency } = order;
    const sources = paidAttemptsOf(order, attempts.get(orderId) ?? []);
    // It had come, and stands among what went.
    const lost = (taken.get(orderId) ?? []).filter(
      (each) => !sources.some(({ serviceOrderId }) => serviceOrderId === each.serviceOrderId),
    );
    const came = [...sources, ...lost]
      .filter((each) => each.currency === currency)
      .reduce((sum, { amount }) => sum + amount, 0);
    const isInParts = order.received?.some(({ kind }) => kind === 'part') === true;
    const isCounted = order.status !== null && PAID_STATUSES.some((status) => status === order.status);
    return { createdAt, currency, money: came === 0 && !isInParts ? 0 : came - (isCounted ? order.amount : 0) };
  });
}

function refundSlots(em: EntityManager, group: string, { from, most }: Bounds): Promise<Slot[]> {
  const rows = em
    .createQueryBuilder(RefundEntity, 'r')
    .select(['r.createdAt AS moment', 'r.currency AS unit', 'r.amount AS money', '1 AS tries', 'r.state AS word'])
    .where('r.group = :group', { group })
    .andWhere('r.id >= :first', { first: firstIdAt(from - SLACK_MS) })
    .andWhere('r.createdAt >= :from', { from })
    .orderBy('r.id', 'DESC')
    .limit(most);
  return slotsOf(em, rows, "word NOT IN ('cancelled', 'rejected')");
}

/** @param counts - whether the money of a row counts */
async function slotsOf(em: EntityManager, rows: SelectQueryBuilder<ObjectLiteral>, counts: string): Promise<Slot[]> {
  const [sql, parameters] = rows.getQueryAndParameters();
  // This formula needs no division, which differs between engines.
  const slot = `moment - moment % ${SLOT_MS}`;
  const found: Record<keyof Slot, number | string>[] = await em.query(
    `SELECT ${slot} AS at, unit AS currency, COUNT(*) AS n, SUM(tries) AS attempts, ` +
      `SUM(CASE WHEN ${counts} THEN 1 ELSE 0 END) AS paid, SUM(CASE WHEN ${counts} THEN money ELSE 0 END) AS money ` +
      `FROM (${sql}) recent GROUP BY ${slot}, unit`,
    parameters,
  );
  return found.map((row) => ({
    at: Number(row.at),
    currency: String(row.currency),
    n: Number(row.n),
    attempts: Number(row.attempts),
    paid: Number(row.paid),
    money: Number(row.money),
  }));
}
