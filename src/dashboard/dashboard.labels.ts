import { AUDIT_LABELS } from './audit/audit.labels.js';
import { BATCH_LABELS } from './batches/batch.labels.js';
import { BATCHES_LABELS } from './batches/batches.labels.js';
import { CHART_LABELS } from './charts/chart.labels.js';
import { DECISION_LABELS } from './frame/decision.labels.js';
import { EXPORT_LABELS } from './frame/export.labels.js';
import { FRAME_LABELS } from './frame/frame.labels.js';
import { RIGHTS_LABELS } from './frame/rights.labels.js';
import { NOTIFICATION_LABELS } from './notifications/notification.labels.js';
import { TASK_LABELS } from './notifications/task.labels.js';
import { ORDER_LIST_LABELS } from './orders/order-list.labels.js';
import { ORDER_LABELS } from './orders/order.labels.js';
import { STORY_LABELS } from './orders/story.labels.js';
import { OVERVIEW_LABELS } from './overview/overview.labels.js';
import { LANES_LABELS } from './refunds/lanes.labels.js';
import { REFUND_SERVICE_LABELS } from './refunds/refund-service.labels.js';
import { VERDICT_LABELS } from './refunds/refund-verdict.labels.js';
import { REFUND_PAGE_LABELS } from './refunds/refund.labels.js';
import { REFUNDS_LABELS } from './refunds/refunds.labels.js';
import { PAGES_LABELS } from '../pages/pages.labels.js';
import { SETTINGS_LABELS } from './settings/settings.labels.js';

/**
 * The texts of the dashboard's pages, each in a file next to its page. Pages take texts only from their context, so
 * another language is another object of the same type, used here.
 */
export const DASHBOARD_LABELS = {
  /** Shared with the sandbox. */
  pages: PAGES_LABELS,
  frame: FRAME_LABELS,
  rights: RIGHTS_LABELS,
  exports: EXPORT_LABELS,
  decisions: DECISION_LABELS,
  charts: CHART_LABELS,
  overview: OVERVIEW_LABELS,
  orders: ORDER_LIST_LABELS,
  order: ORDER_LABELS,
  story: STORY_LABELS,
  refunds: REFUNDS_LABELS,
  lanes: LANES_LABELS,
  refund: REFUND_PAGE_LABELS,
  refundService: REFUND_SERVICE_LABELS,
  verdict: VERDICT_LABELS,
  batches: BATCHES_LABELS,
  batch: BATCH_LABELS,
  notifications: NOTIFICATION_LABELS,
  tasks: TASK_LABELS,
  audit: AUDIT_LABELS,
  settings: SETTINGS_LABELS,
};

/** The texts of every page; see {@link DASHBOARD_LABELS}. */
export type DashboardLabels = typeof DASHBOARD_LABELS;
