export { SandboxOrdersModule } from './sandbox-orders.module.js';
export type { CartContent } from './cart.types.js';
export { OrderFinder, type OrderVisit } from './order-finder.js';
export { asTry, findFormerTry } from './order-tries.js';
export { dueOf, type OrderRecord, partsOf, readOrderRecord, recordOfTry } from './order-record.js';
export { type OrderRecurring, RECURRING_MODELS, type RecurringModel } from './recurring.js';
export { OrderSnapshots } from './order-snapshots.js';
export { PaymentSessions } from './payment-sessions.js';
export { NEW_ORDER_STATE, SandboxOrderEntity, type SandboxOrderType } from './sandbox-order.entity.js';
export { readEventSubject, type SessionEvent, SessionEvents, type SessionListener } from './session-events.js';
export { SandboxSessionEntity } from './sandbox-session.entity.js';
export { type Till, tillOrders, openOrderAt } from './till-orders.js';
export { TERMINAL_LAPSE_MS } from './terminal-times.js';
export { TransactionMaker } from './transaction-maker.js';
export { SandboxTransactionEntity, type SandboxTransactionType } from './sandbox-transaction.entity.js';
export {
  cancelledAs,
  habitsOf,
  isCapturedByHand,
  methodExpiryMs,
  tryExpiryMs,
  type MethodHabits,
  type RefundHabits,
  type ShownStatus,
} from './methods/method-habits.js';
export { ICON_SIZES, methodIcon } from './methods/method-icon.js';
export { METHOD_TABLE } from './methods/method-table.js';
export type { MethodLanguage, SandboxMethod } from './methods/method.types.js';
export { storedMeans } from './methods/stored-means.js';
export {
  CAPTURE_WINDOW_MS,
  findMethod,
  isCard,
  isGiftCard,
  isPayLater,
  offeredMethods,
  takesCurrency,
} from './methods/payment-methods.js';
export type { TillEmployee } from './tip.types.js';
export { receipt } from './wire/receipt-wire.js';
export { payerName, serviceOrder } from './wire/order-wire.js';
export { refundOrder } from './wire/refund-wire.js';
export { SandboxOrderSnapshotEntity } from './sandbox-order-snapshot.entity.js';
export { type CardFunding, PAID_WITH_NOTHING, type PaidWith } from './methods/paid-with.js';
