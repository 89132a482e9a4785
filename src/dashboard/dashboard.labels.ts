import { BATCH_LABELS } from './batches/batch.labels.js';
import { BATCHES_LABELS } from './batches/batches.labels.js';
import { FRAME_LABELS } from './frame/frame.labels.js';
import { ORDER_LABELS } from './orders/order.labels.js';
import { STORY_LABELS } from './orders/story.labels.js';
import { OVERVIEW_LABELS } from './overview/overview.labels.js';
import { LANES_LABELS } from './refunds/lanes.labels.js';
import { REFUND_SERVICE_LABELS } from './refunds/refund-service.labels.js';
import { VERDICT_LABELS } from './refunds/refund-verdict.labels.js';
import { REFUND_PAGE_LABELS } from './refunds/refund.labels.js';
import { REFUNDS_LABELS } from './refunds/refunds.labels.js';

/**
 * The texts of the dashboard's pages, each kept beside its page. Pages take them from their context and from nowhere else, so
 * that another language is another object of the same type, in this place.
 */
export const DASHBOARD_LABELS = {
  frame: FRAME_LABELS,
  overview: OVERVIEW_LABELS,
  order: ORDER_LABELS,
  story: STORY_LABELS,
  refunds: REFUNDS_LABELS,
  lanes: LANES_LABELS,
  refund: REFUND_PAGE_LABELS,
  refundService: REFUND_SERVICE_LABELS,
  verdict: VERDICT_LABELS,
  batches: BATCHES_LABELS,
  batch: BATCH_LABELS,
};

/** The texts of every page; see {@link DASHBOARD_LABELS}. */
export type DashboardLabels = typeof DASHBOARD_LABELS;
