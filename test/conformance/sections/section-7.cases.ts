import { expect } from '@jest/globals';
import { expectFault } from '../support/faults.js';
import type { Rule, Section } from '../support/rule.types.js';
import { cartErrors } from './section-7.cart.cases.js';
import { refundErrors } from './section-7.refund.cases.js';
import { requestErrors } from './section-7.request.cases.js';
import { triggeredErrors } from './section-7.triggered.cases.js';

const envelope: readonly Rule[] = [
  {
    section: '7',
    item: 'envelope',
    rule: 'the shape of an error answer',
    decision: 'success false, data empty, error_code and error_info; HTTP 404, or 401 for 1032: protocol §3.1 and §3.2',
    side: 'service',
    async check(world) {
      const reply = await world.create({ amount: 0 });
      expectFault(reply, 1001);
      expect(Object.keys(reply.json)).toEqual(['success', 'data', 'error_code', 'error_info']);
    },
  },
];

/** Every code, provoked and read back: the code, the envelope, and the HTTP status. */
export const section7: Section = {
  number: '7',
  title: 'Errors',
  rules: [...requestErrors, ...cartErrors, ...refundErrors, ...triggeredErrors, ...envelope].toSorted(
    (a, b) => (Number(a.item) || Infinity) - (Number(b.item) || Infinity),
  ),
};
