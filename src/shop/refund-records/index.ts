export { chargebacksIn } from './matching/chargebacks.js';
export { givenBackIn, isPartUnknown, seenStatus, tellsOfRefunds, typeOf } from './matching/related-refunds.js';
export { isShownLive } from './matching/refund-costs.js';
export { refundTag } from './matching/refund-tag.js';
export { RefundRecordsModule } from './refund-records.module.js';
export {
  chooseSource,
  type CountedRefund,
  type RefundSource,
  leftOfEach,
  type WantedRefund,
} from './money/refund-source.js';
export type { AmountRefusal } from './money/refund-amount-rule.js';
export {
  type EarlierRefund,
  type GuardScope,
  type GuardSnapshot,
  isOpen,
  isReadFirst,
  LaneGuards,
  pairOf,
  type RefundLikeness,
} from './lane/lane-guards.js';
export type { ObservedOrder, PaidAttempt } from './matching/observed-order.js';
export {
  LONGEST_CALL_MS,
  RefundStateService,
  type RefundEvidence,
  type RefundInstruction,
} from './refund-state.service.js';
export { copyRefundCart } from './entities/refund-cart.js';
export { attentionLeft, isOutranked } from './refund-attention.js';
export { RefundBatchEntity, type RefundBatchState, type RefusedRow } from './entities/refund-batch.entity.js';
export type { RefundChange, RefundChanges } from './refund-changes.js';
export { decidedRefund } from './refund-decision.js';
export { RefundEvidenceEntity } from './entities/refund-evidence.entity.js';
export { evidenceText } from './labels/refund-evidence.labels.js';
export { RefundObserver } from './matching/refund-observer.js';
export { withLane } from './lane/lane-refusals.js';
export { RefundLaneEntity } from './lane/refund-lane.entity.js';
export {
  BOOKED_STATES,
  NEW_REFUND,
  REFUND_STATES,
  type RefundAnswer,
  type RefundTrigger,
  type RefundState,
  UNPAID_STATES,
  UNSENT_STATES,
} from './protocol/refund-protocol.types.js';
export { addMissingWatches, readMarked } from './entities/refund-watch-rows.js';
export { RefundWatchEntity } from './entities/refund-watch.entity.js';
export { REFUND_KEY_WIDTH, RefundEntity, type RefundOrigin } from './entities/refund.entity.js';
export { REFUND_LABELS, refundAdviceText, refundReasonText, type RefundLabel } from './labels/refund.labels.js';
