export { OrdersModule } from './orders.module.js';
export { CapturedParts } from './captured-parts.js';
export { AttemptEntity, type CreateState } from './entities/attempt.entity.js';
export { type ChangeSource, type ObservationDecision, ObservationEntity } from './entities/observation.entity.js';
export { PaymentOrderEntity } from './entities/payment-order.entity.js';
export { TransitionEntity } from './entities/transition.entity.js';
export type { CapturePaymentOrderInput } from './captures/capture-payment-order.dto.js';
export { OrderCaptures } from './captures/order-captures.js';
export type { CreatePaymentOrderInput } from './creation/create-payment-order.dto.js';
export { healingReadAt, inDoubtSince } from './ledger/healing-reads.js';
export { Ledger } from './ledger/ledger.js';
export { type ObserveOutcome, OTHER_MODE } from './ledger/ledger.types.js';
export { paidAttemptsOf } from './ledger/paid-attempts.js';
export { listedSubjects } from './listed-subjects.js';
export {
  differenceOf,
  isOfOrder,
  isReturned,
  broughtBy,
  type ListedDifference,
  type ListedPlace,
  type ListedSubject,
} from './merge/listed-difference.js';
export { NEEDS_ATTENTION, worstOf } from './merge/merge.js';
export { isKnownPaid } from './merge/merge.transactions.js';
export type { KnownTransaction } from './merge/merge.types.js';
export {
  claimsMoney,
  GIVEN_UP,
  impliesPaid,
  knownCapture,
  type PaymentStatus,
  paymentStatusOf,
} from './merge/payment-status.js';
export { countStanding, STANDING } from './merge/standing-orders.js';
export { toPaymentOrder, type CreatedPaymentOrder, type PaymentOrder } from './order-view.js';
export { OrderReader, type ReadOrder } from './order-reader.js';
export { orderUnknown } from './orders.errors.js';
export { ordersByReference } from './orders-by-reference.js';
export { newestAttempt, OrdersRepository } from './orders.repository.js';
export { OrdersService, type SettlementBound, type SettleOptions } from './orders.service.js';
