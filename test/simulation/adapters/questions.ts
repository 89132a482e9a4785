import type Sqlite from 'better-sqlite3';
import type { Invariant } from './journal.js';

/** A question whose answer must be: no rows. Each row names what is wrong. */
export interface Question {
  readonly invariant: Invariant;
  readonly sql: string;
}

/** Everything that the rows of the shop alone can tell. */
export const QUESTIONS: readonly Question[] = [
  {
    invariant: 'S5',
    sql: `SELECT 'booked ' || COUNT(*) || ' times: ' || order_id || ' ' || kind FROM shop_booking
      GROUP BY effect, transition_id HAVING COUNT(*) > 1`,
  },
  {
    invariant: 'S5',
    sql: `SELECT 'booked without a transition: ' || order_id || ' ' || kind FROM shop_booking b WHERE NOT EXISTS
      (SELECT 1 FROM tillbridge_effect e WHERE e.transition_id = b.transition_id AND e.effect = b.effect)`,
  },
  {
    invariant: 'S5',
    sql: `SELECT 'not booked: ' || e.order_id || ' ' || e.effect FROM tillbridge_effect e WHERE e.phase = 'transaction'
      AND NOT EXISTS (SELECT 1 FROM shop_booking b WHERE b.transition_id = e.transition_id AND b.effect = e.effect)`,
  },
  {
    invariant: 'S5',
    sql: `SELECT 'versions of ' || order_id || ' have gaps' FROM tillbridge_transition
      GROUP BY order_id HAVING COUNT(*) <> MAX(version)`,
  },
  {
    invariant: 'S5',
    sql: `SELECT order_id || ' is told twice of ' || kind FROM tillbridge_transition WHERE refund IS NULL
      AND kind IN ('completed', 'paid_after_cancel', 'chargedback') GROUP BY order_id, kind, amount_refunded HAVING COUNT(*) > 1`,
  },
  {
    // A sum that was cancelled, or came back, may be reached again by another refund.
    invariant: 'S5',
    sql: `SELECT t.order_id || ' is told too often of ' || t.kind FROM tillbridge_transition t WHERE t.refund IS NULL
      AND t.kind IN ('partial_refunded', 'refunded') GROUP BY t.order_id, t.kind, t.amount_refunded HAVING COUNT(*) > 1 +
      (SELECT COUNT(*) FROM tillbridge_refund r WHERE r.order_id = t.order_id AND r.state IN ('cancelled', 'rejected'))`,
  },
  {
    invariant: 'S5',
    sql: `SELECT order_id || ' is told twice of ' || kind || ' ' || refund FROM tillbridge_transition
      WHERE kind IN ('refund_accepted', 'refund_settled') GROUP BY order_id, kind, refund HAVING COUNT(*) > 1`,
  },
  {
    invariant: 'S2',
    sql: `SELECT 'more reserved than paid: ' || o.order_id FROM tillbridge_order o WHERE o.amount <
      (SELECT SUM(r.amount) FROM tillbridge_refund r WHERE r.order_id = o.order_id
        AND r.origin = 'shop' AND r.state NOT IN ('rejected', 'cancelled'))`,
  },
  {
    invariant: 'S10',
    sql: `SELECT order_id || ' is paid with ' || amount FROM tillbridge_transition
      WHERE kind IN ('completed', 'paid_after_cancel', 'paid_twice') AND amount <> 1250`,
  },
  {
    invariant: 'L1',
    sql: `SELECT 'a notification of ' || order_id || ' is ' || state || ': ' || COALESCE(last_error, '')
      FROM tillbridge_notification WHERE state = 'pending'`,
  },
  {
    invariant: 'L3',
    sql: `SELECT tag || ' is ' || state FROM tillbridge_refund WHERE origin = 'shop'
      AND state IN ('queued', 'sending', 'unknown', 'accepted')`,
  },
  {
    invariant: 'L4',
    sql: `SELECT 'an effect of ' || order_id || ' is ' || state FROM tillbridge_outbox WHERE state = 'pending'`,
  },
  {
    invariant: 'L4',
    sql: `SELECT 'no one is told: ' || e.order_id || ' ' || e.effect FROM tillbridge_effect e WHERE e.phase = 'commit' AND 1 <>
      (SELECT COUNT(*) FROM tillbridge_outbox o WHERE o.transition_id = e.transition_id AND o.effect = e.effect)`,
  },
];

/** Those that must have no answer at any time, not only in the end: what is wrong meanwhile may look right again later. */
export const AT_ANY_TIME = QUESTIONS.filter(({ invariant }) => invariant.startsWith('S'));

/** What is wrong, as far as the rows tell that are committed. */
export const answersTo = (questions: readonly Question[], committed: Sqlite.Database) =>
  questions.flatMap(({ invariant, sql }) => {
    const answers = committed.prepare<[], string>(sql).pluck().all();
    return answers.map((text) => ({ invariant, text }));
  });
