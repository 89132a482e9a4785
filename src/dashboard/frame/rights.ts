import { Money } from '../../protocol/index.js';
import type { DashboardRole } from '../dashboard.options.js';

/** Which staff may send a form: those with a limit too (`refunds`), or those who may do everything. */
export type Need = 'refunds' | 'everything';

/** A form may also be open to everyone who is let in: it changes nothing but what their own browser shows. */
export type FormNeed = Need | 'nothing';

/**
 * What each form of the dashboard needs; the handler (`@Needs`) and the view (`IfAllowed`) take the same entry. Whoever may
 * only read sends none of them.
 */
export const NEEDS = {
  order: {
    sync: 'refunds',
    acknowledge: 'refunds',
    // Up to the sender's limit, see `StaffRefunds`.
    refund: 'refunds',
    articles: 'refunds',
    surplus: 'refunds',
    erase: 'everything',
  },
  refund: {
    cancel: 'refunds',
    // A refund that is said not to be paid is sent again, and the amount counts for whoever asked for it.
    decide: 'everything',
  },
  lane: { pause: 'everything', resume: 'everything' },
  // A file holds refunds of many orders, of any amount.
  upload: 'everything',
  batch: { pause: 'everything', resume: 'everything', stop: 'everything' },
  // What handlers do may be anything: goods are shipped, mails are sent.
  notification: 'everything',
  notifications: { replay: 'everything', stop: 'everything' },
  effect: { replay: 'everything', discard: 'everything' },
  effects: { replay: 'everything', stop: 'everything' },
} as const satisfies Readonly<Record<string, Need | Readonly<Record<string, Need>>>>;

/** Whether a role may send a form at all; of a refund its amount is judged as well. */
export function isAllowed(role: DashboardRole, need: Need): boolean {
  if (typeof role === 'string') return role === 'everything';
  return need === 'refunds';
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
