import type { Section } from '../support/rule.types.js';
import { createRequest } from './section-2.create.cases.js';
import { envelope, pager } from './section-2.envelopes.cases.js';
import { notificationRequest } from './section-2.notification.cases.js';
import { orderObject } from './section-2.order.cases.js';
import { paymentDetails } from './section-2.payment-details.cases.js';

/** What requests and answers are made of. */
export const section2: Section = {
  number: '2',
  title: 'Resources and their fields',
  rules: [...notificationRequest, ...orderObject, ...paymentDetails, ...envelope, ...createRequest, ...pager],
};
