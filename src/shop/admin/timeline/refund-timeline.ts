import { In, type EntityManager } from 'typeorm';
import { Money } from '../../../protocol/index.js';
import { asWritten } from '../../../support/index.js';
import { evidenceText, RefundEntity, RefundEvidenceEntity } from '../../refund-records/index.js';
import type { TimelineEntry } from './timeline.types.js';

const amountOf = ({ amount, currency }: RefundEntity): string => Money.ofMinor(amount, currency).toString();

const ORIGINS: Readonly<Record<RefundEntity['origin'], (row: RefundEntity) => string>> = {
  shop: (row) => `Refund of ${amountOf(row)} asked for${row.askedBy === null ? '' : ` by ${row.askedBy}`}`,
  elsewhere: (row) => `Refund of ${amountOf(row)} seen that was made elsewhere`,
  chargeback: (row) => `Chargeback of ${amountOf(row)} seen`,
};

const asked = (row: RefundEntity): TimelineEntry => ({
  at: row.createdAt,
  kind: 'refund',
  text: ORIGINS[row.origin](row),
  details: {
    id: row.id,
    step: 'requested',
    origin: row.origin,
    amount: row.amount,
    currency: row.currency,
    by: row.askedBy,
    key: row.origin === 'shop' ? row.key : null,
    serviceOrderId: row.serviceOrderId,
    reason: row.description,
    state: row.state,
  },
});

const proved = (row: RefundEvidenceEntity, refund: RefundEntity): TimelineEntry => ({
  at: row.at,
  kind: 'refund',
  text: `Refund of ${amountOf(refund)}: ${evidenceText(row)}${row.code === null ? '' : ` (${row.code})`}`,
  details: {
    id: refund.id,
    step: row.kind,
    outcome: row.outcome,
    code: row.code,
    httpStatus: row.httpStatus,
    attempt: row.attempt,
    state: row.state,
  },
});

/** The recorded steps of an order's refunds. Who decided what, and why, is a separate entry. */
export async function refundEntries(
  manager: EntityManager,
  { group, orderId }: { group: string; orderId: string },
): Promise<TimelineEntry[]> {
  const rows = await manager.findBy(RefundEntity, { group, orderId });
  const refunds = new Map(rows.filter((row) => row.orderId === orderId).map((row) => [row.id, row]));
  if (refunds.size === 0) return [];
  const evidence = await manager.findBy(RefundEvidenceEntity, { refundId: In([...refunds.keys()]) });
  const entries = asWritten(evidence)
    .filter(({ kind }) => kind !== 'decision')
    .map((row) => proved(row, refunds.get(row.refundId)!));
  return [...asWritten([...refunds.values()]).map(asked), ...entries];
}
