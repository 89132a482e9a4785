import { expect, it } from '@jest/globals';
import { observedOrder, type ObservedInput } from '../../../../test/support/observations.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { ObservationSource } from '../entities/observation.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { awaitsRecheck } from './awaits-recheck.js';

type Transactions = PaymentOrderEntity['transactions'];

const ATTEMPT = { number: 1, capture: null } as AttemptEntity;
const SEEN: ObservedInput = { status: 'completed', financialStatus: 'initialized', transactionId: 'T-1' };
/** As release 0.1 stored it, without the service's own word. */
const authorised = (attempt: number, id: string, word?: string) =>
  ({ attempt, id, facts: { status: 'authorised', word }, held: null }) as NonNullable<Transactions>[number];
const awaits = (transactions: Transactions, seen = SEEN, source: ObservationSource = 'poll'): boolean =>
  awaitsRecheck({ transactions }, ATTEMPT, { order: observedOrder(seen).order, source });

it('a payment that release 0.1 stored as an authorisation waits for the recheck, in a read that no one requested', () => {
  expect(awaits([authorised(1, 'T-1')])).toBe(true);
  expect(awaits([authorised(1, 'T-1')], SEEN, 'refund-read')).toBe(true);
});

it('nothing else does', () => {
  const known = [authorised(1, 'T-1')];
  expect(awaits(null)).toBe(false);
  expect(awaits([authorised(1, 'T-2')])).toBe(false);
  expect(awaits([authorised(2, 'T-1')])).toBe(false);
  expect(awaits([authorised(1, 'T-1', 'completed')])).toBe(false);
  const held = { facts: known[0]!.facts, paid: false };
  expect(awaits([{ ...known[0]!, held }])).toBe(false);
  expect(awaits(known, SEEN, 'notification')).toBe(false);
  expect(awaits(known, { ...SEEN, financialStatus: 'completed' })).toBe(false);
  expect(awaits(known, { ...SEEN, status: 'declined' })).toBe(false);
});
