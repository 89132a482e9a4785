export {
  customerText,
  errorMeaning,
  isPaymentError,
  Money,
  orderReason,
  PaymentError,
  refundCartOf,
} from '../protocol/index.js';
export type {
  CustomerTextOptions,
  ErrorKind,
  ErrorMeaning,
  ErrorTexts,
  Execution,
  PaymentErrorCode,
  RetryRule,
  ServiceErrorCode,
  ServiceOperation,
} from '../protocol/index.js';
export type {
  AddressInput,
  CancelOrderInput,
  CancelRefundInput,
  CancelReservationInput,
  CaptureInput,
  CartInput,
  CartLineInput,
  CreateOrderInput,
  CustomerInput,
  Fault,
  GatewayInfoInput,
  Order,
  RefundableOrder,
  RefundCartInput,
  RefundCartReading,
  RefundedLine,
  RefundInput,
  ShipmentInput,
  UpdateOrderInput,
} from '../protocol/index.js';
export type {
  Gateway,
  ListedTransaction,
  OfferedPaymentMethod,
  OrderEvent,
  PaymentMethodFilter,
  Terminal,
  TransactionFilter,
} from '../protocol/index.js';
export {
  OnPayment,
  OnRefund,
  TillbridgeEffects,
  type EffectDecision,
  type EffectDecisionOutcome,
  type FailedEffect,
  type FailedEffectPage,
  type FailedEffectsPart,
  type OnPaymentOptions,
  type PaymentEvent,
  type PaymentEventKind,
  type HandlerOptions,
  type RefundEvent,
  type RefundEventKind,
} from './effects/index.js';
export {
  PaymentsClient,
  type BookedRefund,
  type CreatedOrder,
  type OrderPart,
  type UpdatedOrder,
} from './client/index.js';
export type {
  ListEnding,
  ListOptions,
  ListPage,
  OrderEventsOptions,
  OrderEventsSource,
  RawRequest,
  ServiceAnswer,
  TerminalsOfGroup,
  TransactionList,
} from './client/index.js';
export {
  Vitals,
  type EffectSigns,
  type InboxSigns,
  type LaneSigns,
  type OrderSigns,
  type PollingSigns,
  type RefundSigns,
  type ServiceSigns,
  type VitalSigns,
} from './health/index.js';
export type { StrayGroup } from './group-names/index.js';
export type { GroupAccount, GroupTransactions } from './group-account.js';
export type { OrderChanges } from './group-order-changes.js';
export { TillbridgeExceptionFilter, type ErrorAnswerOptions, type ProblemDetails } from './errors/index.js';
export {
  SignatureGuard,
  type NotificationRequest,
  type NotificationState,
  type VerifiedNotification,
} from './notifications/index.js';
export type { DecisionKind, OperatorDecision, RecordedDecision } from './decisions/index.js';
export {
  TillbridgeNotifications,
  type NotificationFilter,
  type NotificationPage,
  type NotificationSummary,
  type StoredNotification,
  type ReplayOptions,
  type ReplayProgress,
  type ReplayReport,
  type ReplayTarget,
} from './operator/index.js';
export type {
  CreateState,
  ListedDifference,
  OrderDecision,
  OrderErasure,
  OrdersService,
  CreatedPaymentOrder,
  PaymentOrder,
  PaymentStatus,
  SettlementBound,
  SettleOptions,
  TimelineEntry,
} from './orders/index.js';
export {
  TillbridgePolling,
  type GroupTick,
  type PollStatus,
  type PollTick,
  type TickOptions,
} from './polling/index.js';
export type { GroupRefunds } from './group-refunds.js';
export type { RefundRuleOptions } from './refund-rules/index.js';
export type {
  LaneDecision,
  Refund,
  RefundAmount,
  RefundBatch,
  RefundBatchContents,
  RefundBatchFilter,
  RefundBatchInput,
  RefundBatchPreview,
  RefundBatchRow,
  RefundBatchTotal,
  RefundBatches,
  RefundBatchState,
  RefusedRow,
  RefundFilter,
  RefundLane,
  RefundLaneState,
  RefundName,
  RefundOrigin,
  RefundPage,
  RefundProof,
  RefundRequest,
  RefundState,
  RefundVerdict,
  RefundsService,
} from './refunds/index.js';
export {
  reconciliationCsv,
  reconciliationTable,
  type DifferenceKind,
  type DifferenceOutcome,
  type ReconciledDifference,
  type ReconciledFacts,
  type ReconcileProgress,
  type ReconcileRequest,
  type ReconcileWindow,
  type ReconciliationReport,
} from './reconciliation/index.js';
export { TillbridgeRetention, type RetentionReport } from './retention/index.js';
export { InjectPayments, Payments, type GroupOrders, type GroupPayments } from './payments.service.js';
export {
  TerminalGroups,
  type GroupName,
  type TerminalGroup,
  type TerminalGroupNames,
} from './terminal-groups/index.js';
export { TillbridgeModule } from './tillbridge.module.js';
export type {
  TerminalGroupMode,
  TerminalGroupOptions,
  TillbridgeExtras,
  TillbridgeOptions,
} from './tillbridge.options.js';
export type { CallLimits, CallOptions } from './tillbridge.options.calls.js';
export type { EntranceOptions } from './tillbridge.options.entrance.js';
export type { Clock } from '../support/index.js';
export type { ApiKeyOptions, KeyProbeRule } from './tillbridge.keys.types.js';
export type {
  ReturnAnswer,
  ReturnPage,
  ReturnPageOptions,
  ReturnPageTexts,
  ReturnState,
} from './tillbridge.options.return-page.js';
export type { PollingOptions } from './tillbridge.options.polling.js';
export type { RetentionOptions } from './tillbridge.options.retention.js';
export type { EffectsOptions } from './tillbridge.options.work.js';
export { TillbridgeWorkers } from './workers.service.js';
export { defineConfig, type RootModule, type TillbridgeConfig } from './tool/index.js';
