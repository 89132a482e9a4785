/** The style of the overview. */
export const OVERVIEW_STYLE = `
.concerns { list-style: none; }
.concerns li { display: grid; grid-template-columns: 5em minmax(0, 1fr); gap: 0 14px; align-items: start; justify-items: start; padding: 14px 20px; }
.concerns li + li { border-top: 1px solid var(--line); }
.concerns a { font-weight: 600; }
.concerns code { overflow-wrap: anywhere; }
.calm { display: flex; gap: 12px; align-items: center; padding: 16px 20px; font-weight: 550; }
.calm svg { flex: none; width: 22px; height: 22px; color: var(--good); }
.board { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 20px; margin-top: 20px; }
.board .card { margin: 0; }
.board .head { align-items: center; }
.amount { font-size: 24px; line-height: 1.2; font-weight: 650; letter-spacing: -.01em; font-variant-numeric: tabular-nums; }
.lane-rows { list-style: none; }
.lane-rows > li { padding: 14px 20px; }
.lane-rows > li + li { border-top: 1px solid var(--line); }
.lane-rows .title { justify-content: space-between; margin-bottom: 8px; }
.lane-rows .small { margin-top: 6px; }
.lane-rows .rows li { grid-template-columns: 4.5em minmax(0, 1fr) minmax(4em, auto); }
.oldest { list-style: none; margin: 0; padding: 12px 20px; border-top: 1px solid var(--line); }
a.amount { color: inherit; }
.t-money tbody th, .t-money tbody td { padding-block: 8px; }
@media (max-width: 900px) { .board { grid-template-columns: minmax(0, 1fr); gap: 16px; } }
@media (max-width: 760px) {
  .t-money tbody tr { grid-template-columns: 1fr 1fr; grid-template-areas: "id group" "amount status"; }
  .oldest { padding: 12px 16px; }
  .concerns li, .lane-rows > li { padding: 14px 16px; } }
`;
