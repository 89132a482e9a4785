import { Money } from '../../protocol/index.js';
import type { DashboardRole } from '../dashboard.options.js';

/** Which staff may send a form: those with a limit too (`refunds`), or those who may do everything. */
export type Need = 'refunds' | 'everything';

/**
 * What each form of the dashboard needs, by its route below the dashboard, with the name of the action in it. Whoever may
 * only read sends none of them; one that is not listed needs everything.
 */
export const NEEDS = {
  '/orders/order/sync': 'refunds',
  '/orders/order/acknowledge': 'refunds',
  // Up to the sender's limit, see `StaffRefunds`.
  '/orders/order/refund': 'refunds',
  '/orders/order/articles': 'refunds',
  '/orders/order/surplus': 'refunds',
  '/orders/order/erase': 'everything',
  '/refunds/:id/cancel': 'refunds',
  // A refund that is said not to be paid is sent again, and the amount counts for whoever asked for it.
  '/refunds/:id/decide': 'everything',
  '/refunds/lanes/:group/pause': 'everything',
  '/refunds/lanes/:group/resume': 'everything',
  // A file holds refunds of many orders, of any amount.
  '/refunds/batches/preview': 'everything',
  '/refunds/batches/confirm': 'everything',
  '/refunds/batches/:id/pause': 'everything',
  '/refunds/batches/:id/resume': 'everything',
  '/refunds/batches/:id/stop': 'everything',
  // What handlers do may be anything: goods are shipped, mails are sent.
  '/notifications/one/replay': 'everything',
  '/notifications/all/:state/replay': 'everything',
  '/notifications/all/:state/stop': 'everything',
  '/notifications/effects/:id/replay': 'everything',
  '/notifications/effects/:id/discard': 'everything',
} as const satisfies Readonly<Record<string, Need>>;

/** A form of the dashboard, by its route. */
export type ActionName = keyof typeof NEEDS;

/** What a form needs; of one that is not known, everything. */
export const needOf = (action: string): Need =>
  Object.hasOwn(NEEDS, action) ? NEEDS[action as ActionName] : 'everything';

/** The form that everyone may send: it changes nothing but what their own browser shows. */
export const OPEN_FORM = '/time-zone';

/** Whether a role may send a form at all; of a refund its amount is judged as well. */
export function isAllowed(role: DashboardRole, action: string): boolean {
  if (action.replace(/\/$/, '') === OPEN_FORM) return true;
  if (typeof role === 'string') return role === 'everything';
  return needOf(action) === 'refunds';
}

/** How much a role may give back of one order in a currency; null for any amount. */
export function limitIn(role: DashboardRole, currency: string): Money | null {
  if (role === 'everything') return null;
  const limits = role === 'read' ? [] : role.refundUpTo;
  const amount = limits.find((limit) => limit.currency === currency)?.amount ?? 0;
  return Money.ofMinor(amount, currency);
}

/** Whether what the option `role` gave is a role; anything else lets no one in. */
export function isRole(role: unknown): role is DashboardRole {
  if (role === 'read' || role === 'everything') return true;
  if (typeof role !== 'object' || role === null || !('refundUpTo' in role)) return false;
  return Array.isArray(role.refundUpTo) && role.refundUpTo.every(isLimit);
}

const isLimit = (limit: unknown): boolean =>
  typeof limit === 'object' &&
  limit !== null &&
  'amount' in limit &&
  Number.isSafeInteger(limit.amount) &&
  'currency' in limit &&
  typeof limit.currency === 'string';
