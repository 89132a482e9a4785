/** The style of pages for staff, in addition to that of every page. */
export const SHELL_STYLE = `
body { font-size: 15px; }
.skip { position: absolute; left: 12px; top: -60px; padding: 10px 16px; border-radius: 0 0 10px 10px; background: var(--card); z-index: 1; }
.skip:focus { top: 0; }
.top { background: var(--card); border-bottom: 1px solid var(--line); }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0 28px; max-width: 1160px; margin: 0 auto; padding: 0 20px; }
.brand { display: flex; align-items: center; gap: 10px; padding: 12px 0; color: var(--ink); font-weight: 650; text-decoration: none; }
.brand svg { width: 26px; height: 26px; color: var(--accent); }
.brand span { font-weight: 400; color: var(--quiet); }
nav ul { display: flex; flex-wrap: wrap; list-style: none; margin: 0; padding: 0; }
.top nav { order: 0; flex: 1; }
.top nav a {
  display: block; padding: 14px 10px 12px; border-bottom: 2px solid transparent; color: var(--quiet); text-decoration: none; font-weight: 500;
}
.top nav a:hover { color: var(--ink); }
.top nav a[aria-current] { color: var(--ink); border-color: var(--accent); }
.top nav li:first-child a { margin-left: -10px; }
.mode { display: flex; align-items: center; gap: 12px; font-size: 13px; color: var(--quiet); font-variant-numeric: tabular-nums; }
main { width: 100%; max-width: 1160px; margin: 0 auto; padding: 24px 20px 40px; flex: 1; }
.crumbs { margin-bottom: 12px; font-size: 14px; }
.crumbs ul { gap: 8px; color: var(--quiet); }
.crumbs li + li::before { content: "/"; margin-right: 8px; color: var(--line); }
.crumbs [aria-current] { overflow-wrap: anywhere; }
h1 { font-size: 26px; line-height: 1.25; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font-size: 17px; line-height: 1.3; }
h3 { font-size: 15px; line-height: 1.4; }
.lead { margin-top: 4px; color: var(--quiet); max-width: 92ch; }
.flash { display: flex; gap: 10px; margin-bottom: 16px; padding: 12px 16px; border-radius: 12px; overflow-wrap: anywhere; }
.flash svg { flex: none; width: 20px; height: 20px; margin-top: 2px; }
.card { border-radius: 14px; }
.card + .card, .lead + .card, .filters + .card { margin-top: 20px; }
.head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 16px; padding: 16px 20px; border-bottom: 1px solid var(--line); }
.head p { font-size: 14px; color: var(--quiet); }
.body { padding: 20px; }
.body + .body { border-top: 1px solid var(--line); }
.tag {
  display: inline-flex; align-items: center; gap: 6px; padding: 2px 10px 2px 8px; border-radius: 99px;
  font-size: 13px; font-weight: 550; white-space: nowrap;
}
.tag::before { content: ""; width: 7px; height: 7px; border-radius: 50%; background: currentColor; }
.tag.plain { background: transparent; box-shadow: inset 0 0 0 1px var(--line); }
.small { font-size: 13px; color: var(--quiet); }
.mono { font: 13px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
time { white-space: nowrap; font-variant-numeric: tabular-nums; }
time .ago { display: block; font-size: 13px; color: var(--quiet); }
.inline time .ago { display: inline; margin-left: 8px; }

table { width: 100%; border-collapse: collapse; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: 12px 10px; text-align: left; vertical-align: top; line-height: 1.45; }
th:first-child, td:first-child { padding-left: 20px; }
th:last-child, td:last-child { padding-right: 20px; }
thead th { padding-block: 10px; white-space: nowrap; font-size: 13px; font-weight: 550; color: var(--quiet); border-bottom: 1px solid var(--line); }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody tr:hover > * { background: var(--soft); }
tbody th { font-weight: 550; overflow-wrap: anywhere; }
.c-time, .c-link, .c-status { white-space: nowrap; }
.c-group { min-width: 7em; overflow-wrap: anywhere; }
.c-to { overflow-wrap: anywhere; min-width: 12em; }
.c-link { text-align: right; }
.t-log .c-id { min-width: 9em; }
.c-about { white-space: nowrap; }
.slim-empty .empty { padding: 28px 24px; }
.under { display: block; font-weight: 400; font-size: 13px; color: var(--quiet); overflow-wrap: anywhere; }

.filters.one { grid-template-columns: minmax(180px, 280px) auto; }
.field { display: grid; gap: 4px; align-content: start; }
.field label, .field .label { font-size: 13px; font-weight: 550; color: var(--quiet); }
input[type=text], input[type=search], input[type=number], select {
  min-height: 40px; width: 100%; padding: 7px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--ink);
}
select { padding-right: 8px; }
input:hover, select:hover { border-color: var(--quiet); }
input[type=checkbox] { width: 18px; height: 18px; margin: 0; accent-color: var(--accent); }
.button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 40px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--card); color: var(--ink); font-weight: 550; text-decoration: none; white-space: nowrap;
}
.button:hover { border-color: var(--quiet); background: var(--soft); }
.button.main { border-color: transparent; background: var(--accent); color: var(--on-accent); }
.button.main:hover { background: var(--accent-hover); }
.button.danger { color: var(--bad); }
.button.slim { min-height: 34px; padding: 4px 12px; font-size: 14px; }
.filters { display: grid; grid-template-columns: minmax(180px, 2fr) repeat(2, minmax(130px, 1fr)) auto; gap: 12px; align-items: end; margin-top: 20px; }
.filters .go { display: flex; gap: 12px; align-items: center; }
.pager { display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 12px 20px; border-top: 1px solid var(--line); font-size: 14px; color: var(--quiet); }
.pager ul { gap: 8px; }
.empty { padding: 48px 24px; text-align: center; color: var(--quiet); }
.empty strong { display: block; color: var(--ink); font-size: 17px; }
.empty h1 { margin-bottom: 6px; color: var(--ink); }
.empty a, .empty code { white-space: nowrap; }

.order { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px 24px; }
.order > div { min-width: 0; }
.order .lead { overflow-wrap: anywhere; }
.title { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 14px; }
.title .tag { margin-top: 2px; }
.sum + .small { text-align: right; }
.sum { font-size: 30px; line-height: 1.2; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(210px, 1fr)); gap: 16px 24px; }
.facts dt { font-size: 13px; color: var(--quiet); }
.facts dd { overflow-wrap: anywhere; }
.facts .wide { grid-column: 1 / -1; }
.actions { display: flex; flex-wrap: wrap; gap: 10px; align-items: end; }
.actions form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; }
.actions select { min-width: 9em; }
.actions .field label { white-space: nowrap; }

.attempts { list-style: none; margin: 0; padding: 0; }
.attempts > li + li { border-top: 1px solid var(--line); }
.attempts summary {
  display: grid; grid-template-columns: 14px minmax(164px, auto) minmax(0, 1fr) auto; gap: 2px 14px; align-items: center;
  padding: 12px 20px; cursor: pointer; list-style: none;
}
.attempts summary::-webkit-details-marker { display: none; }
.attempts summary::before { content: ""; width: 7px; height: 7px; border: solid var(--quiet); border-width: 0 2px 2px 0; transform: rotate(-45deg); }
.attempts [open] > summary::before { transform: rotate(45deg) translate(-2px, -2px); }
.attempts summary:hover { background: var(--soft); }
.attempts summary:focus-visible { outline-offset: -3px; }
.attempts .what { min-width: 0; }
.attempts .when { text-align: right; }
.exchange { display: grid; gap: 16px; padding: 4px 20px 20px 48px; }
.exchange h4 { margin: 0 0 6px; font-size: 13px; font-weight: 550; color: var(--quiet); }
pre {
  margin: 0; padding: 12px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--soft);
  font: 12.500px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
.due { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; padding: 12px 20px; border-bottom: 1px solid var(--line); }
.due:has(+ .due) { border-bottom: 0; padding-bottom: 0; }
.steps { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 12px; }
.fold > summary { padding: 14px 20px; cursor: pointer; font-weight: 550; }
.fold > summary:hover { background: var(--soft); }
.fold > summary:focus-visible { outline-offset: -3px; }
.fold[open] > summary { border-bottom: 1px solid var(--line); }
.facts + .fold { border-top: 1px solid var(--line); }
.glossary dt { color: var(--ink); font-weight: 550; }
.glossary dd { color: var(--quiet); font-size: 14px; }
.empty .after { margin-top: 20px; }
.clock { font-size: 44px; line-height: 1.15; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.form { display: grid; grid-template-columns: repeat(auto-fill, minmax(216px, 1fr)); gap: 16px; align-items: end; }

@media (max-width: 760px) {
  .bar { padding: 0 16px; column-gap: 12px; }
  .top nav { order: 1; flex-basis: 100%; min-width: 0; margin: 0 -16px; padding: 0 16px; border-top: 1px solid var(--line); }
  .top nav ul { justify-content: space-between; flex-wrap: nowrap; gap: 0 4px; overflow-x: auto; }
  .top nav a { padding: 12px 1px 10px; font-size: 13px; }
  .top nav li:first-child a { margin-left: 0; }
  .mode { margin-left: auto; }
  main { padding: 20px 12px 32px; }
  .head, .body, .pager, .attempts summary, .due { padding-left: 16px; padding-right: 16px; }
  .exchange { padding: 4px 16px 16px; }
  .filters, .filters.one { grid-template-columns: repeat(auto-fit, minmax(min(100%, 150px), 1fr)); }
  .filters .field:first-child, .filters .go { grid-column: 1 / -1; }
  .filters .go .main { flex: 1; }
  .order .sum, .sum + .small { text-align: left; }
  .attempts summary { grid-template-columns: 14px minmax(0, 1fr); gap: 4px 10px; }
  .attempts .what, .attempts .when { grid-column: 2; }
  .attempts .when { text-align: left; }
  .attempts .what .under { margin-top: 2px; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody { display: block; }
  tbody tr { display: grid; padding: 14px 16px; }
  .t-orders tbody tr {
    grid-template-columns: minmax(0, 1fr) auto; grid-template-areas: "id status" "amount link" "time group";
  }
  .t-log tbody tr {
    grid-template-columns: minmax(0, 1fr) auto; grid-template-areas: "id status" "about took" "to to" "time link";
  }
  tbody tr + tr { border-top: 1px solid var(--line); }
  tbody tr + tr > * { border: 0; }
  tbody th, tbody td, th:first-child, td:first-child, th:last-child, td:last-child { padding: 0; }
  tbody td { margin-top: 6px; align-self: baseline; }
  tbody tr:hover > * { background: none; }
  .c-id { grid-area: id; margin-right: 12px; } .c-status { grid-area: status; margin-top: 0; text-align: right; }
  .c-amount { grid-area: amount; font-weight: 550; text-align: left; }
  .c-time { grid-area: time; font-size: 14px; color: var(--quiet); } .c-group { grid-area: group; min-width: 0; margin-left: 12px; text-align: right; font-size: 14px; color: var(--quiet); }
  .c-link { grid-area: link; } .c-about { grid-area: about; } .c-to { grid-area: to; min-width: 0; } .c-took { grid-area: took; color: var(--quiet); }
  .t-log .c-id { min-width: 0; }
  .c-about .under { display: inline; margin-left: 6px; }
  .facts { grid-template-columns: 1fr 1fr; gap: 14px 16px; }
  .facts time { white-space: normal; }
  .clock { font-size: 40px; }
}
@media (forced-colors: active) { .tag { border: 1px solid; } }
`;
