export { chargebacksIn } from './chargebacks.js';
export { typeOf } from './related-refunds.js';
export { RefundRecordsModule } from './refund-records.module.js';
export { chooseSource, type CountedRefund, type RefundSource, leftOfEach, type WantedRefund } from './refund-source.js';
export type { AmountRefusal } from './refund-amount-rule.js';
export {
  type EarlierRefund,
  type GuardScope,
  type GuardSnapshot,
  hasWaitedLong,
  isOpen,
  LaneGuards,
  pairOf,
  type RefundLikeness,
} from './lane-guards.js';
export type { ObservedOrder, PaidAttempt } from './observed-order.js';
export {
  LONGEST_CALL_MS,
  RefundStateService,
  type RefundEvidence,
  type RefundInstruction,
} from './refund-state.service.js';
export { copyCart } from './refund-cart.js';
export { attentionLeft, isOutranked } from './refund-attention.js';
export { RefundBatchEntity, type RefundBatchState, type RefusedRow } from './refund-batch.entity.js';
export type { RefundChange, RefundChanges } from './refund-changes.js';
export { decidedRefund } from './refund-decision.js';
export { RefundEvidenceEntity } from './refund-evidence.entity.js';
export { evidenceText } from './refund-evidence.labels.js';
export { RefundObserver } from './refund-observer.js';
export { RefundLaneEntity } from './refund-lane.entity.js';
export {
  NEW_REFUND,
  REFUND_STATES,
  type RefundAnswer,
  type RefundEvent,
  type RefundState,
  UNSENT_STATES,
} from './refund-protocol.types.js';
export { addMissingWatches } from './refund-watch-rows.js';
export { RefundWatchEntity } from './refund-watch.entity.js';
export { REFUND_KEY_WIDTH, RefundEntity, type RefundOrigin } from './refund.entity.js';
export { REFUND_LABELS, refundAdviceText, refundReasonText, type RefundLabel } from './refund.labels.js';
