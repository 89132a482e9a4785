import { FRAME_LABELS } from './frame/frame.labels.js';
import { ORDER_LABELS } from './orders/order.labels.js';
import { STORY_LABELS } from './orders/story.labels.js';
import { OVERVIEW_LABELS } from './overview/overview.labels.js';

/**
 * The texts of the dashboard's pages, each kept beside its page. Pages take them from their context and from nowhere else, so
 * that another language is another object of the same type, in this place.
 */
export const DASHBOARD_LABELS = {
  frame: FRAME_LABELS,
  overview: OVERVIEW_LABELS,
  order: ORDER_LABELS,
  story: STORY_LABELS,
};

/** The texts of every page; see {@link DASHBOARD_LABELS}. */
export type DashboardLabels = typeof DASHBOARD_LABELS;
