/** What the dashboard's pages have on top of the style of every office. */
export const DASHBOARD_STYLE = `
.who { color: var(--ink); font-weight: 550; overflow-wrap: anywhere; }
`;
