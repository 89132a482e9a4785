export { RefundsModule } from './refunds.module.js';
export type {
  RefundBatch,
  RefundBatchContents,
  RefundBatchInput,
  RefundBatchPreview,
  RefundBatchRow,
  RefundBatchTotal,
} from './batches/refund-batch.types.js';
export { RefundBatches, type RefundBatchFilter } from './batches/refund-batches.js';
export type { RefundVerdict } from './refund-verdict.js';
export type { RefundAmount } from './refund-request.dto.js';
export type { Refund, RefundProof, RequestedRefund } from './refund-view.js';
export { type RefundFilter, type RefundName } from './refunds.repository.js';
export { type RefundRequest, RefundsService } from './refunds.service.js';
export { RefundSendWorker } from './sending/refund-send.worker.js';
export {
  type LaneDecision,
  RefundLanesService,
  laneStateOf,
  type RefundLane,
  type RefundLaneState,
} from './sending/refund-lanes.service.js';
export { RefundStatusWorker } from './sending/refund-status.worker.js';
