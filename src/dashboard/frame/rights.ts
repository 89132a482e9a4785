import { Money } from '../../protocol/index.js';
import type { DashboardRole } from '../dashboard.options.js';

/** Who may send a form: also staff with a limit (`refunds`), or only those who may do everything. */
export type Need = 'refunds' | 'everything';

/** A form may also be open to every admitted user, if it changes only what their own browser shows. */
export type FormNeed = Need | 'nothing';

/**
 * What each form of the dashboard needs; the handler (`@Needs`) and the view (`IfAllowed`) use the same entry. The role
 * `read` may send none of them.
 */
export const NEEDS = {
  order: {
    sync: 'refunds',
    acknowledge: 'refunds',
    // Up to the user's limit, see `StaffRefunds`.
    refund: 'refunds',
    articles: 'refunds',
    surplus: 'refunds',
    erase: 'everything',
  },
  refund: {
    cancel: 'refunds',
    // If a refund is decided to be unpaid, it is sent again, and its amount counts for the person who requested it.
    decide: 'everything',
  },
  lane: { pause: 'everything', resume: 'everything' },
  // A file holds refunds of many orders, of any amount.
  upload: 'everything',
  batch: { pause: 'everything', resume: 'everything', stop: 'everything' },
  // A handler may do anything, such as ship goods or send mail.
  notification: 'everything',
  notifications: { replay: 'everything', stop: 'everything' },
  effect: { replay: 'everything', discard: 'everything' },
  effects: { replay: 'everything', stop: 'everything' },
} as const satisfies Readonly<Record<string, Need | Readonly<Record<string, Need>>>>;

/** Whether a role may send a form at all; for a refund its amount is checked too. */
export function isAllowed(role: DashboardRole, need: Need): boolean {
  if (typeof role === 'string') return role === 'everything';
  return need === 'refunds';
}

/** How much of one order a role may refund in a currency; null for any amount. */
export function limitIn(role: DashboardRole, currency: string): Money | null {
  if (role === 'everything') return null;
  const limits = role === 'read' ? [] : role.refundUpTo;
  const amount = limits.find((limit) => limit.currency === currency)?.amount ?? 0;
  return Money.ofMinor(amount, currency);
}

/** Whether the result of the option `role` is a role; any other value admits no user. */
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
