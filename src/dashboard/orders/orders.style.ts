/** The style of the pages of orders and notifications, in addition to the dashboard's style. */
export const ORDERS_STYLE = `
.filters.five { grid-template-columns: repeat(5, minmax(120px, 1fr)) auto; margin-top: 14px; }
.filters.one { grid-template-columns: minmax(180px, 560px) auto; }
input[type=date] { min-height: 40px; width: 100%; padding: 6px 10px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--ink); }
.outlook { border-top: 1px solid var(--line); background: var(--soft); }
.outlook .say { font-size: 19px; font-weight: 600; line-height: 1.35; }
.outlook ul { list-style: none; margin: 8px 0 0; padding: 0; display: grid; gap: 4px; }
.outlook li { max-width: 92ch; }
.outlook .for-person { color: var(--bad); }
.outlook time { margin-right: 8px; font-weight: 550; }
.outlook time .ago { display: inline; margin-left: 6px; font-weight: 400; }
.folds .fold > summary { padding: 12px 20px; }
.tick { display: flex; gap: 10px; align-items: center; }
.kinds { padding: 12px 20px; border-bottom: 1px solid var(--line); }
.kinds ul, .tabs ul { display: flex; flex-wrap: wrap; gap: 8px; list-style: none; margin: 0; padding: 0; }
.kinds a, .tabs a {
  display: inline-flex; gap: 6px; align-items: center; min-height: 34px; padding: 4px 12px; border: 1px solid var(--line); border-radius: 99px;
  color: var(--ink); font-size: 14px; text-decoration: none;
}
.kinds a:hover, .tabs a:hover { border-color: var(--quiet); }
.kinds a[aria-current], .tabs a[aria-current] { border-color: transparent; background: var(--tint); color: var(--on-tint); font-weight: 550; }
.kinds a span { font-size: 13px; font-variant-numeric: tabular-nums; }
.tabs { margin-top: 20px; }
.tabs + .card, .tabs + .lead { margin-top: 14px; }
.story { list-style: none; margin: 0; padding: 4px 0 20px; }
.story > li { position: relative; display: grid; grid-template-columns: 96px 14px minmax(0, 1fr); gap: 0 14px; padding: 9px 20px; }
.story > li::before { content: ""; position: absolute; left: 136px; top: 0; bottom: 0; width: 2px; background: var(--line); }
.story > li:last-child::before { bottom: calc(100% - 20px); }
.story > .new-day::before { top: 56px; }
.story h3 { grid-column: 1 / -1; padding: 12px 0 10px; }
.story .when { text-align: right; font-variant-numeric: tabular-nums; }
.story .when .under { font-size: 12px; white-space: nowrap; }
.story .node { position: relative; width: 14px; height: 14px; margin-top: 4px; border-radius: 50%; background: currentColor; box-shadow: 0 0 0 4px var(--card); }
.node.t-good { color: var(--good); } .node.t-note { color: var(--accent); } .node.t-bad { color: var(--bad); } .node.t-wait { color: var(--warn); } .node.t-plain { color: var(--quiet); }
.story .what { overflow-wrap: anywhere; }
.story .kind { display: inline-block; min-width: 92px; margin-right: 6px; font-size: 13px; font-weight: 600; color: var(--quiet); }
.story .what .under, .story .more { padding-left: 102px; }
.story .more { display: table; font-size: 14px; }
.failures { list-style: none; margin: 0; padding: 0; }
.failures > li + li { border-top: 1px solid var(--line); }
.failures .fold { border-top: 1px solid var(--line); }
.failures pre { margin-top: 10px; }
.t-notes .c-to { min-width: 16em; }
.zone form { display: grid; gap: 12px; justify-items: start; max-width: 420px; }
.zone .field { width: 100%; }
.money dd { font-size: 17px; font-weight: 550; font-variant-numeric: tabular-nums; }
.too-much { color: var(--bad); }
.surplus { display: grid; gap: 8px; border-top: 1px solid var(--line); }
.surplus .say { font-weight: 600; }
.surplus form { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; }
.surplus .field { flex: 1 1 260px; }
.fold-link { padding: 12px 20px; border-top: 1px solid var(--line); font-weight: 550; }
.articles { display: grid; gap: 8px; width: 100%; margin: 0; padding: 0; border: 0; }
.articles legend { margin-bottom: 8px; padding: 0; font-weight: 550; }
.article { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(5em, auto); gap: 8px 16px; align-items: center; }
.article .tick { overflow-wrap: anywhere; }
.article .count { display: flex; gap: 8px; align-items: center; }
.article .count input { width: 5em; }
.short-story { list-style: none; margin: 0; padding: 8px 0; }
.short-story > li { display: grid; grid-template-columns: 190px minmax(0, 1fr); gap: 2px 20px; padding: 8px 20px; overflow-wrap: anywhere; }
.short-story .left-out { display: block; padding-left: 230px; }
.technical { border-top: 1px solid var(--line); }
@media (max-width: 760px) {
  .short-story > li { grid-template-columns: minmax(0, 1fr); padding: 8px 16px; }
  .short-story time .ago { display: inline; margin-left: 8px; }
  .short-story .left-out { padding-left: 16px; }
  .fold-link { padding: 12px 16px; }
  .article { grid-template-columns: minmax(0, 1fr) auto; }
  .article .tick { grid-column: 1 / -1; }
  .filters.five { grid-template-columns: repeat(auto-fit, minmax(min(100%, 150px), 1fr)); }
  .filters.five .field:first-child { grid-column: 1 / -1; }
  .kinds { padding: 12px 16px; }
  .story > li { grid-template-columns: 14px minmax(0, 1fr); gap: 0 12px; padding: 8px 16px; }
  .story > li::before { left: 22px; }
  .story .when { grid-column: 2; grid-row: 2; display: flex; gap: 8px; align-items: baseline; text-align: left; font-size: 13px; color: var(--quiet); }
  .story .when .under { display: inline; }
  .story .new-day .when { grid-row: 3; } .story .new-day .node, .story .new-day .what { grid-row: 2; }
  .story .node { grid-column: 1; } .story .what { grid-column: 2; }
  .story .kind { display: block; min-width: 0; }
  .story .what .under, .story .more { padding-left: 0; }
  .folds .fold > summary { padding: 12px 16px; }
  .t-notes tbody tr { grid-template-columns: minmax(0, 1fr) auto; grid-template-areas: "id status" "to to" "time group"; }
  .t-audit tbody tr { grid-template-columns: minmax(0, 1fr); grid-template-areas: "id" "about" "to" "time"; }
}
@media (forced-colors: active) { .story .node { background: CanvasText; } }
`;
