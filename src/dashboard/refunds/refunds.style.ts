/** The style of the pages of refunds and batches, in addition to the dashboard's style. */
export const REFUNDS_STYLE = `
.lanes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 20px; margin-top: 20px; }
.lanes .card + .card { margin-top: 0; }
.lane .facts { grid-template-columns: repeat(4, auto); justify-content: space-between; }
.lane .facts dd { font-size: 20px; font-weight: 600; font-variant-numeric: tabular-nums; }
.strip { display: block; width: 100%; height: 44px; margin-top: 14px; }
.strip .ground { fill: var(--soft); }
.strip .mark { fill: var(--accent); opacity: .55; }
.strip .first { opacity: 1; }
.strip .rest { fill: var(--warn-tint); }
.scale { display: flex; justify-content: space-between; gap: 12px; font-size: 13px; color: var(--quiet); font-variant-numeric: tabular-nums; }
.next { margin-top: 10px; overflow-wrap: anywhere; }
.fold form { display: grid; gap: 12px; padding: 4px 20px 20px; justify-items: start; }
.fold form .field { width: 100%; }
.card > .fold { border-top: 1px solid var(--line); }
textarea {
  width: 100%; min-height: 84px; padding: 9px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit;
}
textarea:hover { border-color: var(--quiet); }
textarea.csv { min-height: 220px; font: 13px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; overflow: auto; }
input[type=file] { width: 100%; min-height: 40px; padding: 6px; border: 1px dashed var(--line); border-radius: 10px; background: var(--soft); }
.notice { display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; margin-top: 20px; padding: 12px 16px; border-radius: 12px; }
.notice a { color: inherit; font-weight: 550; }
.notice p { min-width: 0; overflow-wrap: anywhere; }
.filters.four { grid-template-columns: minmax(180px, 2fr) repeat(2, minmax(130px, 1fr)) auto; }
.proofs { list-style: none; margin: 0; padding: 0; }
.proofs > li { display: grid; grid-template-columns: 190px minmax(0, 1fr); gap: 2px 20px; padding: 12px 20px; }
.proofs > li + li { border-top: 1px solid var(--line); }
.proofs blockquote { margin: 4px 0 0; padding-left: 12px; border-left: 3px solid var(--line); overflow-wrap: anywhere; }
.verdicts { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
.verdict { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 12px; padding: 16px; border: 1px solid var(--line); border-radius: 12px; cursor: pointer; align-content: start; }
.verdict:hover { border-color: var(--quiet); }
.verdict:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.verdict input { width: 18px; height: 18px; margin: 3px 0 0; accent-color: var(--accent); }
.verdict strong { grid-column: 2; grid-row: 1; }
.verdict span { grid-column: 2; font-size: 14px; color: var(--quiet); }
.decide { display: grid; gap: 16px; justify-items: start; }
.decide fieldset, .decide .field { width: 100%; }
.decide legend { padding: 0; margin-bottom: 10px; font-weight: 550; }
.progress { display: block; width: 100%; height: 14px; border-radius: 7px; background: var(--soft); box-shadow: inset 0 0 0 1px var(--line); }
.progress.thin { height: 8px; border-radius: 4px; min-width: 120px; }
.f-good { fill: var(--good); } .f-note { fill: var(--accent); } .f-bad { fill: var(--bad); } .f-wait { fill: var(--warn); opacity: .45; } .f-plain { fill: var(--quiet); opacity: .6; }
.legend { display: flex; flex-wrap: wrap; gap: 6px 18px; margin: 12px 0 0; padding: 0; list-style: none; font-size: 14px; font-variant-numeric: tabular-nums; }
.legend b { font-weight: 600; }
.dot { display: inline-block; width: 10px; height: 10px; margin-right: 7px; border-radius: 50%; background: currentColor; }
.dot.t-good { color: var(--good); } .dot.t-note { color: var(--accent); } .dot.t-bad { color: var(--bad); } .dot.t-wait { color: var(--warn); opacity: .6; } .dot.t-plain { color: var(--quiet); }
.upload { display: grid; gap: 16px; }
.upload .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
.upload > .button { justify-self: start; }
.c-line { font-variant-numeric: tabular-nums; white-space: nowrap; }
.c-wrong { overflow-wrap: anywhere; }
@media (max-width: 760px) {
  .lane .facts { grid-template-columns: repeat(2, 1fr); }
  .verdicts, .upload .pair { grid-template-columns: 1fr; }
  .filters.four { grid-template-columns: repeat(auto-fit, minmax(min(100%, 150px), 1fr)); }
  .filters.four > :first-child, .filters.four > .go { grid-column: 1 / -1; }
  .proofs > li { grid-template-columns: 1fr; padding: 12px 16px; }
  .t-refunds tbody tr { grid-template-columns: minmax(0, 1fr) auto; grid-template-areas: "id status" "amount amount" "to to" "time group"; }
  .t-batches tbody tr { grid-template-columns: minmax(0, 1fr) auto; grid-template-areas: "id status" "to to" "time group"; }
  .t-faults tbody tr { grid-template-columns: auto minmax(0, 1fr); gap: 0 12px; grid-template-areas: "line to"; }
  .t-faults .c-line { grid-area: line; }
  .fold form { padding: 4px 16px 16px; }
}
@media (forced-colors: active) { .strip .mark, .progress rect { fill: CanvasText; } }
`;
