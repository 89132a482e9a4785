import { describe, expect, it } from '@jest/globals';
import { ORDER_STATUS_TABLE, type OrderStatus } from '../../protocol/index.js';
import { decideOutcome, OUTCOME_RULES, type PaymentOutcome } from './outcome.js';

const STATUSES = Object.keys(ORDER_STATUS_TABLE) as OrderStatus[];
const OUTCOMES = Object.keys(OUTCOME_RULES) as PaymentOutcome[];
const OPEN: ReadonlySet<OrderStatus> = new Set(['initialized', 'declined']);

describe('an outcome', () => {
  it.each(STATUSES)('never changes an order that is paid, and ends an open page only: %s', (status) => {
    for (const outcome of OUTCOMES) {
      const decision = decideOutcome({ status, hasTransaction: false }, outcome, 'page');
      const expected = OPEN.has(status) ? 'may' : ORDER_STATUS_TABLE[status].paid ? 'already-paid' : 'closed';
      expect(decision.ok ? 'may' : decision.reason).toBe(expected);
    }
  });

  it('may come late when code drives the sandbox', () => {
    for (const status of ['cancelled', 'expired'] as const) {
      expect(decideOutcome({ status, hasTransaction: true }, 'paid', 'library').ok).toBe(true);
    }
  });

  it('is not "left unfinished" once a transaction exists (spec §3)', () => {
    const decision = decideOutcome({ status: 'declined', hasTransaction: true }, 'unfinished', 'library');
    expect(decision).toEqual({ ok: false, reason: 'started' });
  });

  it.each(OUTCOMES)('leads where the status table lets an open order go: %s', (outcome) => {
    expect(ORDER_STATUS_TABLE.initialized.mayBecome).toContain(OUTCOME_RULES[outcome].status);
  });
});
