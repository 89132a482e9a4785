import type { Section } from '../support/rule.types.js';
import { merchantCallback } from './section-4.callback.cases.js';
import { transactionsList } from './section-4.list.cases.js';
import { createAndGet } from './section-4.operations.cases.js';

/** The operations, and the callback at the merchant's. */
export const section4: Section = {
  number: '4',
  title: 'Endpoints',
  rules: [...createAndGet, ...transactionsList, ...merchantCallback],
};
