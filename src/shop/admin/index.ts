export { AdminModule } from './admin.module.js';
export { type DecisionFilter, type DecisionLine, DecisionLog } from './decision-log.js';
export { type AccountUse, ForeignOrders } from './group-rename/foreign-orders.js';
export { GroupRenames } from './group-rename/group-renames.js';
export { OrderAdminService } from './order-admin.service.js';
export { OrderDetailsService } from './order-details.service.js';
export type { AttemptLine, OrderDetails } from './order-details.types.js';
export type { OrderCustomer } from './order-customer.js';
export type { OrderErasure } from './order-erasure.types.js';
export { OrderMoneyReader, type OrderFunds } from './order-money-reader.js';
export { OrderRecheck } from './order-recheck.js';
export type { RecheckedOrder } from './order-recheck.types.js';
export { OrderSearch } from './order-search.js';
export type { AmountRange, OrderFilter, OrderLine } from './order-search.types.js';
export { PAID_STATUSES } from './order-plan.js';
export { reasonText, toDoText } from './reason.labels.js';
export { reconciliationCsv, reconciliationTable } from './reconciliation/reconciliation.report.js';
export { Reconciliation } from './reconciliation/reconciliation.js';
export type {
  DifferenceKind,
  DifferenceOutcome,
  ReconciledDifference,
  ReconciledFacts,
  ReconcileProgress,
  ReconcileRequest,
  ReconcileWindow,
  ReconciliationReport,
} from './reconciliation/reconciliation.types.js';
export type {
  NotificationFilter,
  NotificationSummary,
  ReplayOptions,
  ReplayProgress,
  ReplayReport,
  ReplayState,
  ReplayTarget,
  StoredNotification,
} from './replay.types.js';
export { TillbridgeNotifications } from './tillbridge-notifications.js';
export { Timeline } from './timeline/timeline.js';
export type { TimelineEntry } from './timeline/timeline.types.js';
