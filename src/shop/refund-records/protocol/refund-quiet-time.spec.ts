import { expect, it } from '@jest/globals';
import { toRefundRules } from '../../core/index.js';
import { stepRefund } from './refund-protocol.js';
import { NEW_REFUND, type RefundFacts, type RefundTrigger } from './refund-protocol.types.js';

const RULES = toRefundRules();
const SENT = 1_700_000_000_000;
const QUIET = SENT + RULES.quietMs;
/** Proved absent after the quiet time: it is sent again, in turn. */
const PROVED = { ...NEW_REFUND, attempts: 1, lastSentAt: SENT, arrivedBy: QUIET, notBefore: QUIET };

it.each<[string, RefundTrigger, Partial<RefundFacts>]>([
  ['its order cannot be read', { type: 'unread', code: 'TIMEOUT', isOfAccount: false }, {}],
  [
    'it certainly was not sent',
    { type: 'answered', outcome: 'not-sent', code: 'CONNECTION_REFUSED' },
    { state: 'sending', attempts: 2, arrivedBy: null },
  ],
  ['it was refused, and others were not', { type: 'blamed' }, { refusedAt: SENT }],
])('the quiet time holds where the clock is put back into it, and %s', (_title, event, change) => {
  const now = QUIET - 300_000;
  const step = stepRefund({ ...PROVED, ...change }, event, now, RULES);
  if ('ignored' in step) throw new Error(step.ignored);
  expect(step.facts).toMatchObject({ state: 'queued', notBefore: QUIET });
  expect(stepRefund(step.facts, { type: 'slot' }, QUIET - 1, RULES)).toHaveProperty('ignored');
});
