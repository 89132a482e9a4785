import { valueAt } from '../../support/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';

type OrderLabels = DashboardLabels['order'];

/** The name of a status; null: the service has not reported one yet. An unknown status is shown as received. */
export const statusName = ({ statuses }: OrderLabels, status: string | null): string =>
  valueAt(statuses, status ?? 'none')?.name ?? spelt(status ?? '');

/** The name of a status in a list of choices. */
export const choiceName = (labels: OrderLabels, status: string): string =>
  valueAt(labels.choices, status) ?? statusName(labels, status === 'none' ? null : status);

/** The name of a status after "still". */
export const stillName = ({ statuses }: OrderLabels, status: string | null): string =>
  valueAt(statuses, status ?? 'none')?.still ?? spelt(status ?? '');

/** The reason for attention, in two or three words. */
export const attentionName = (labels: OrderLabels, attention: string): string =>
  valueAt(labels.attentions, attention) ??
  (attention.startsWith('refund_') ? labels.refundAttention : labels.otherAttention);

/** The name of a payment method; an unknown one is shown by its code. */
export const methodName = ({ methods }: OrderLabels, code: string): string =>
  valueAt(methods, code.trim().toUpperCase()) ?? spelt(code);

const spelt = (code: string): string => code.replace(/[_-]+/g, ' ');
