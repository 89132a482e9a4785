import type { DataSource } from 'typeorm';
import { In } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import { Money } from '../../protocol/index.js';
import type { TimelineEntry, TimelineSource } from '../orders/index.js';
import { RefundEvidenceEntity, type EvidenceKind } from './refund-evidence.entity.js';
import { RefundEntity } from './refund.entity.js';

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
    key: row.origin === 'shop' ? row.key : null,
    serviceOrderId: row.serviceOrderId,
    reason: row.description,
    state: row.state,
  },
});

const EVIDENCE_TEXTS: Readonly<Record<EvidenceKind, (row: RefundEvidenceEntity) => string>> = {
  intent: ({ attempt }) => `is written down as sent (sending ${attempt})`,
  answer: ({ outcome, code }) => `was answered: ${outcome}${code === null ? '' : ` (${code})`}`,
  read: ({ outcome, code }) => `was looked for at the service: ${outcome}${code === null ? '' : ` (${code})`}`,
  report: ({ outcome }) => `was seen at the service: ${outcome}`,
  decision: ({ outcome }) => `was decided on: ${outcome}`,
};

const proved = (row: RefundEvidenceEntity, refund: RefundEntity): TimelineEntry => ({
  at: row.at,
  kind: 'refund',
  text: `Refund of ${amountOf(refund)} ${EVIDENCE_TEXTS[row.kind](row)}`,
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

/** The refunds' part of an order's timeline. Who decided what, and why, is an entry of its own. */
export const refundTimeline =
  (dataSource: DataSource): TimelineSource =>
  async ({ group, orderId }) => {
    const manager = masterManager(dataSource);
    const rows = await manager.findBy(RefundEntity, { group, orderId });
    const refunds = new Map(rows.filter((row) => row.orderId === orderId).map((row) => [row.id, row]));
    if (refunds.size === 0) return [];
    const evidence = await manager.findBy(RefundEvidenceEntity, { refundId: In([...refunds.keys()]) });
    const entries = evidence
      .filter(({ kind }) => kind !== 'decision')
      .map((row) => proved(row, refunds.get(row.refundId)!));
    return [...[...refunds.values()].map(asked), ...entries];
  };
