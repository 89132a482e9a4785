import { CHART_STYLE } from '../charts/chart.style.js';
import { OVERVIEW_STYLE } from '../overview/overview.style.js';

/** The style of the dashboard's pages, in addition to that of every shell. */
export const DASHBOARD_STYLE =
  CHART_STYLE +
  OVERVIEW_STYLE +
  `
.who { color: var(--ink); font-weight: 550; overflow-wrap: anywhere; }
.live { display: inline-flex; align-items: center; gap: 6px; }
.live:not(:empty)::before { content: ""; width: 7px; height: 7px; border-radius: 50%; background: currentColor; }
.keys { list-style: none; }
.small.after { margin-top: 14px; }
`;
