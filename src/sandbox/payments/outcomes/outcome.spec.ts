import { describe, expect, it } from '@jest/globals';
import { ORDER_STATUS_TABLE, type OrderStatus } from '../../../protocol/index.js';
import { OUTCOME_RULES, type PaymentOutcome } from './outcome-rules.js';
import { decideOutcome, type OutcomeState } from './outcome.js';

const STATUSES = Object.keys(ORDER_STATUS_TABLE) as OrderStatus[];
const OUTCOMES = Object.keys(OUTCOME_RULES) as PaymentOutcome[];
const BY_SHOPPER = OUTCOMES.filter((outcome) => OUTCOME_RULES[outcome].obstacle === null);
const OPEN: ReadonlySet<OrderStatus> = new Set(['initialized', 'declined']);

const order = (status: OrderStatus, hasTransaction = false): OutcomeState => ({
  status,
  financialStatus: status,
  hasTransaction,
});

describe('an outcome', () => {
  it.each(STATUSES)('of the shopper never changes an order that is paid, and ends only an open page: %s', (status) => {
    for (const outcome of BY_SHOPPER) {
      const decision = decideOutcome(order(status), outcome, 'page');
      const pending = status === 'uncleared' || status === 'reserved' ? 'pending' : 'closed';
      const closed = ORDER_STATUS_TABLE[status].paid ? 'already-paid' : pending;
      expect(decision.ok ? 'may' : decision.reason).toBe(OPEN.has(status) ? 'may' : closed);
    }
  });

  it('may come late if code controls the sandbox', () => {
    for (const status of ['cancelled', 'expired'] as const) {
      expect(decideOutcome(order(status, true), 'paid', 'library').ok).toBe(true);
      expect(decideOutcome(order(status, true), 'declined', 'library')).toEqual({ ok: false, reason: 'closed' });
    }
  });

  it.each(['cancelled', 'void', 'expired'] as const)(
    'is accepted on a second link, though the order is %s',
    (status) => {
      const reopened = { ...order(status, true), isReopened: true };
      for (const outcome of ['paid', 'declined', 'uncleared', 'cancelled'] as const) {
        expect(decideOutcome(reopened, outcome, 'page').ok).toBe(true);
        expect(decideOutcome(order(status, true), outcome, 'page').ok).toBe(false);
      }
      for (const outcome of ['expired', 'unfinished'] as const) {
        expect(decideOutcome(reopened, outcome, 'page').ok).toBe(false);
      }
      expect(decideOutcome({ ...reopened, status: 'completed' }, 'paid', 'page').ok).toBe(false);
    },
  );

  it('is not "left unfinished" once a transaction exists (spec §3)', () => {
    const decision = decideOutcome(order('declined', true), 'unfinished', 'library');
    expect(decision).toEqual({ ok: false, reason: 'started' });
  });

  it.each(OUTCOMES)('leads where the status table lets an order go: %s', (outcome) => {
    const { status, from } = OUTCOME_RULES[outcome];
    const [first] = from;
    expect(first).toBeDefined();
    // The forms of methods and accounts are tested separately (test/sandbox/method-habits.spec.ts).
    const isFixed = STATUSES.find((known) => known === status);
    if (isFixed === undefined || first === undefined) return;
    expect(ORDER_STATUS_TABLE[first].mayBecome).toContain(isFixed);
  });

  it.each([
    ['accepted', 'completed', 'not-pending'],
    ['rejected', 'initialized', 'not-pending'],
    ['shipped', 'cancelled', 'not-paid'],
    ['chargedback', 'uncleared', 'not-paid'],
    ['reversed', 'completed', 'not-charged-back'],
  ] as const)('says what is missing: %s of an order that is %s', (outcome, status, reason) => {
    expect(decideOutcome(order(status, true), outcome, 'library')).toEqual({ ok: false, reason });
  });

  it('is accepted for money that a pay-later method has promised, with any status of the order', () => {
    const promised = { status: 'shipped', financialStatus: 'uncleared', hasTransaction: true } as const;
    expect(decideOutcome(promised, 'accepted', 'library').ok).toBe(true);
  });
});
