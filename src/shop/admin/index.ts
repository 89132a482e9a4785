export { AdminModule } from './admin.module.js';
export { type AccountUse, ForeignOrders } from './group-rename/foreign-orders.service.js';
export { GroupRenames } from './group-rename/group-rename.service.js';
export { OrderDeskService } from './order-desk.service.js';
export { OrderDossiers } from './order-dossier.service.js';
export type { AttemptLine, OrderDossier } from './order-dossier.types.js';
export type { OrderErasure } from './order-erasure.types.js';
export { OrderRecheck } from './order-recheck.service.js';
export type { RecheckedOrder } from './order-recheck.types.js';
export { OrderSearch } from './order-search.service.js';
export type { OrderFilter, OrderLine, OrderPage } from './order-search.types.js';
export { attentionText, reasonText, refusalText } from './plain-words.js';
export { reconciliationCsv, reconciliationTable } from './reconciliation/reconciliation.report.js';
export { Reconciliation } from './reconciliation/reconciliation.service.js';
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
  NotificationPage,
  NotificationSummary,
  ReplayOptions,
  ReplayProgress,
  ReplayReport,
  ReplayTarget,
  StoredNotification,
} from './replay.types.js';
export { TillbridgeNotifications } from './stored-notifications.service.js';
export { Timeline } from './timeline/timeline.service.js';
export type { TimelineEntry } from './timeline/timeline.types.js';
