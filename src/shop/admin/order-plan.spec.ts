import { expect, it } from '@jest/globals';
import { orderPlan } from './order-plan.js';
import type { OrderFilter } from './order-search.types.js';

const KNOWN = { groups: ['till', 'web'], attentions: ['paid_twice', 'voided'] };
const EXACT = { currency: 'EUR', least: 500, most: 500 };
const RANGE = { currency: 'EUR', least: 500, most: 501 };

/** The plan as one line: its branches, and the conditions within them. */
const planOf = (filter: OrderFilter): string => {
  const { branches, besides } = orderPlan(filter, KNOWN);
  const lines = branches.map(({ group, status, attention, method, money }) =>
    [group, status, attention, method, money && `${money.amount} ${money.currency}`].filter(Boolean).join(' '),
  );
  return `${lines.join(', ')}${besides === null ? '' : `; besides ${JSON.stringify(besides)}`}`;
};

it.each<[OrderFilter, string]>([
  [{}, 'till, web'],
  [{ status: 'expired' }, 'till expired, web expired'],
  [{ status: 'cancelled' }, 'till cancelled, till void, web cancelled, web void'],
  [{ attention: 'voided' }, 'till voided, web voided'],
  [{ attention: 'any' }, 'till paid_twice, web paid_twice, till voided, web voided'],
  [{ amount: EXACT }, 'till 500 EUR, web 500 EUR'],
  [{ amount: RANGE }, `till, web; besides {"amount":${JSON.stringify(RANGE)}}`],
  [{ amount: RANGE, status: 'none' }, `till none, web none; besides {"amount":${JSON.stringify(RANGE)}}`],
  [{ method: 'IDEAL' }, 'till IDEAL, web IDEAL'],
  [{ method: 'IDEAL', amount: EXACT }, 'till IDEAL 500 EUR, web IDEAL 500 EUR'],
  [{ method: 'IDEAL', amount: RANGE }, `till IDEAL, web IDEAL; besides {"amount":${JSON.stringify(RANGE)}}`],
  [{ method: 'IDEAL', status: 'cancelled' }, 'till IDEAL, web IDEAL; besides {"statuses":["cancelled","void"]}'],
  [{ amount: EXACT, attention: 'any' }, 'till 500 EUR, web 500 EUR; besides {"attention":"any"}'],
  [
    { method: 'IDEAL', attention: 'voided', status: 'none' },
    'till IDEAL, web IDEAL; besides {"statuses":["none"],"attention":"voided"}',
  ],
])('orders of %j are searched for in %s', (filter, expected) => expect(planOf(filter)).toBe(expected));
