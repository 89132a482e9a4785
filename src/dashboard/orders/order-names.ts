import { valueAt } from '../../support/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';

type OrderLabels = DashboardLabels['order'];

/** What a status is called; null: the service has not said anything yet. One that is not known is shown as it came. */
export const statusName = ({ statuses }: OrderLabels, status: string | null): string =>
  valueAt(statuses, status ?? 'none')?.name ?? spelt(status ?? '');

/** What a status is called in a list to choose from. */
export const choiceName = (labels: OrderLabels, status: string): string =>
  valueAt(labels.choices, status) ?? statusName(labels, status === 'none' ? null : status);

/** What a status is called after "still". */
export const stillName = ({ statuses }: OrderLabels, status: string | null): string =>
  valueAt(statuses, status ?? 'none')?.still ?? spelt(status ?? '');

/** Why an order needs attention, in two or three words. */
export const attentionName = (labels: OrderLabels, attention: string): string =>
  valueAt(labels.attentions, attention) ??
  (attention.startsWith('refund_') ? labels.refundAttention : labels.otherAttention);

/** A payment method by its name; one that is not known by its code. */
export const methodName = ({ methods }: OrderLabels, code: string): string =>
  valueAt(methods, code.trim().toUpperCase()) ?? spelt(code);

const spelt = (code: string): string => code.replace(/[_-]+/g, ' ');
