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
  ApplePaySessionInput,
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
  TokenPlace,
  UpdateOrderInput,
  UpdateTokenInput,
} from '../protocol/index.js';
export type {
  Gateway,
  Issuer,
  ListedTransaction,
  OfferedPaymentMethod,
  OrderEvent,
  PaymentMethodFilter,
  PosReceipt,
  StoredToken,
  Terminal,
  TransactionFilter,
} from '../protocol/index.js';
export {
  OnPayment,
  OnRefund,
  TillbridgeEffects,
  type EffectDecision,
  type EffectDecisionOutcome,
  type EffectReplayOptions,
  type EffectReplayProgress,
  type EffectReplayReport,
  type EffectReplayState,
  type EffectRun,
  type EffectTransport,
  type FailedCount,
  type FailedEffect,
  type FailedTarget,
  type HandedEffect,
  type HandOverFigures,
  type OnPaymentOptions,
  type PaymentEvent,
  type PaymentEventKind,
  type HandlerOptions,
  type RefundEvent,
  type RefundEventKind,
} from './effects/index.js';
export {
  PaymentsClient,
  TillbridgeClientModule,
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
  DiagnosticsService,
  DiagnosticsService as Vitals,
  type DoorbellFigures,
  type EffectFigures,
  type EffectFigures as EffectSigns,
  type InboxFigures,
  type KeylessGroup,
  type InboxFigures as InboxSigns,
  type LaneFigures,
  type LaneFigures as LaneSigns,
  type OrderFigures,
  type OrderFigures as OrderSigns,
  type PollingFigures,
  type PollingFigures as PollingSigns,
  type RefundFigures,
  type RefundFigures as RefundSigns,
  type ServiceFigures,
  type ServiceFigures as ServiceSigns,
  type DiagnosticsFigures,
  type DiagnosticsFigures as VitalSigns,
} from './diagnostics/index.js';
export type { FailingWork, StrayGroup } from './diagnostics/index.js';
export type { GroupAccount, GroupTokens, GroupTransactions } from './payments/index.js';
export type { OrderChanges } from './payments/index.js';
export { TillbridgeExceptionFilter, type ProblemDetails } from './errors/index.js';
export type { ErrorAnswerOptions, HostTransaction, HostTransactionSource } from './core/index.js';
export {
  SignatureGuard,
  type NotificationRequest,
  type NotificationState,
  type VerifiedNotification,
} from './notifications/index.js';
export type { DecisionKind, OperatorDecision, RecordedDecision } from './decisions/index.js';
export {
  TillbridgeNotifications,
  type OrderErasure,
  type TimelineEntry,
  type NotificationFilter,
  type NotificationSummary,
  type StoredNotification,
  type ReplayOptions,
  type ReplayProgress,
  type ReplayReport,
  type ReplayState,
  type ReplayTarget,
} from './admin/index.js';
export type {
  CreateState,
  ListedDifference,
  CreatedPaymentOrder,
  CapturePaymentOrderInput,
  CreatePaymentOrderInput,
  PaymentOrder,
  PaymentStatus,
  SettlementBound,
  SettleOptions,
} from './orders/index.js';
export {
  TillbridgePolling,
  type GroupTick,
  type PollStatus,
  type PollTick,
  type TickOptions,
} from './polling/index.js';
export type { GroupRefunds } from './payments/index.js';
export type { RefundRuleOptions } from './core/index.js';
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
  RefundFilter,
  RefundLane,
  RefundLaneState,
  RefundName,
  RefundProof,
  RequestedRefund,
  RefundRequest,
  RefundVerdict,
  RefundsService,
} from './refunds/index.js';
export { REFUND_LABELS, refundReasonText } from './refund-records/index.js';
export type { RefundBatchState, RefundLabel, RefundOrigin, RefundState, RefusedRow } from './refund-records/index.js';
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
} from './admin/index.js';
export { TillbridgeRetention, type RetentionReport } from './retention/index.js';
export type {
  OrderAcknowledgement,
  OrderDecision,
  PaymentOrders,
  PaymentOrders as OrdersService,
} from './payments/index.js';
export { InjectPayments, Payments, type GroupOrders, type GroupPayments } from './payments/index.js';
export {
  TerminalGroups,
  type GroupKnowledge,
  type GroupName,
  type ResolvedGroup,
  type TerminalGroup,
  type TerminalGroupNames,
} from './core/index.js';
export { TillbridgeModule } from './tillbridge.module.js';
export type { TerminalGroupMode, TerminalGroupOptions, TillbridgeExtras, TillbridgeOptions } from './core/index.js';
export type { CallLimits, CallOptions } from './core/index.js';
export type { EntranceOptions } from './core/index.js';
export type { Clock, Page, PageOptions } from '../support/index.js';
export type { AgentFactory, ApiKeyOptions, KeyProbeRule } from './core/index.js';
export type { ReturnAnswer, ReturnPage, ReturnPageOptions, ReturnPageTexts, ReturnState } from './core/index.js';
export type { PollingOptions } from './core/index.js';
export type { RetentionOptions } from './core/index.js';
export type { WakeBus, WakeOptions } from './core/index.js';
export { postgresWake, type PostgresWakeClient, type PostgresWakeOptions } from './core/index.js';
export { redisWake, type RedisWakeClient, type RedisWakeOptions } from './core/index.js';
export type { EffectsOptions } from './core/index.js';
export { TillbridgeWorkers } from './payments/index.js';
export { defineConfig, type RootModule, type TillbridgeConfig } from './payments/index.js';
