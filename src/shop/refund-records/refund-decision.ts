import { Money } from '../../protocol/index.js';
import type { DecisionKind, DecisionSubject } from '../decisions/index.js';
import type { RefundEntity } from './entities/refund.entity.js';

/** A refund as the subject of a decision. */
export const decidedRefund = (
  { id, group, orderId, amount, currency }: RefundEntity,
  decision: DecisionKind,
): DecisionSubject => ({
  group,
  orderId,
  about: 'refund',
  subjectId: id,
  subject: `Refund of ${Money.ofMinor(amount, currency).toString()}`,
  decision,
});
