import { moneyText } from '../../pages/money-text.js';
import { valueAt } from '../../support/index.js';
import type { TimelineEntry } from '../../shop/admin/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';
import { methodName } from './order-names.js';

type Details = TimelineEntry['details'];

const REFUND = 'refund_';

/** A change of an order or a refund as a sentence without its full stop; null if the change is unknown. */
export function changeText(
  { kind, method, amount, currency }: Details,
  { order, story }: Pick<DashboardLabels, 'order' | 'story'>,
): string | null {
  const [name, money] = [String(kind), moneyText(Number(amount ?? 0), String(currency ?? 'EUR'))];
  if (name.startsWith(REFUND)) return valueAt(story.refunds, name.slice(REFUND.length))?.(money) ?? null;
  const by = typeof method === 'string' && method !== '' ? story.by(methodName(order, method)) : '';
  return valueAt(story.changes, name)?.(money, by) ?? null;
}
