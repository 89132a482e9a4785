import type { PageContext } from '../../pages/page-context.js';
import { shellRenderer } from '../../pages/shell.layout.js';
import type { DashboardLabels } from '../dashboard.labels.js';
import type { DashboardRole } from '../dashboard.options.js';
import { KEPT_FORM_SCRIPT } from '../live/kept-form.script.js';
import { LIVE_SCRIPT } from '../live/live.script.js';
import { ORDERS_STYLE } from '../orders/orders.style.js';
import { REFUNDS_STYLE } from '../refunds/refunds.style.js';
import { DASHBOARD_STYLE } from './dashboard.style.js';

/** What every page of the dashboard needs besides its own content. */
export interface DashboardContext extends PageContext {
  /** The user, as the host names them. */
  readonly user: string;
  /** What the user may do. */
  readonly role: DashboardRole;
  /** The texts of all pages. */
  readonly labels: DashboardLabels;
  /** Address of the event stream that keeps the page up to date. */
  readonly live: string;
}

/** The paths of the dashboard's pages, below the page's `base`. */
export const PATHS = {
  overview: '',
  orders: '/orders',
  notifications: '/notifications',
  audit: '/audit',
  refunds: '/refunds',
  batches: '/refunds/batches',
  settings: '/settings',
  zone: '/time-zone',
} as const;

/** The path of the event stream for open pages, below the page's `base`. */
export const EVENTS = '/events';

/** Renders a page of the dashboard in the common frame. */
export const dashboardPage = shellRenderer<DashboardContext>({
  home: PATHS.overview,
  texts: ({ labels: { frame } }) => ({
    name: frame.name,
    sections: [
      { href: PATHS.orders, text: frame.sections.orders },
      { href: PATHS.refunds, text: frame.sections.refunds },
      { href: PATHS.batches, text: frame.sections.batches },
      { href: PATHS.notifications, text: frame.sections.notifications },
      { href: PATHS.audit, text: frame.sections.audit },
      { href: PATHS.settings, text: frame.sections.settings },
    ],
    footer: frame.footer,
    clockTitle: frame.clock,
    live: frame.live,
  }),
  zone: PATHS.zone,
  style: DASHBOARD_STYLE + ORDERS_STYLE + REFUNDS_STYLE,
  // First: the other one takes the sign of an answer out of the address.
  script: KEPT_FORM_SCRIPT + LIVE_SCRIPT,
});
