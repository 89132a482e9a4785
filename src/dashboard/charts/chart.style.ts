/** The style of charts. */
export const CHART_STYLE = `
.chart { display: block; width: 100%; height: auto; overflow: visible; }
.chart text { font-size: 12px; fill: var(--quiet); font-variant-numeric: tabular-nums; }
.rule { stroke: var(--line); stroke-width: 1; }
.axis { stroke: var(--quiet); stroke-width: 1.2; }
.bar, .mark.circle { fill: var(--accent); }
.running { fill: var(--accent); opacity: .55; }
.late, .mark.triangle { fill: var(--bad); }
.mark.diamond { fill: var(--warn); }
.mark { stroke: var(--card); stroke-width: 1.5; }
.unknown { fill: var(--soft); stroke: var(--line); stroke-dasharray: 3 3; }
.bed { fill: var(--soft); }
.numbers { margin-top: 8px; font-size: 13px; }
.numbers summary { cursor: pointer; color: var(--quiet); width: max-content; padding: 4px 0; }
.numbers ul { list-style: none; columns: 7em; margin-top: 4px; font-variant-numeric: tabular-nums; }
.numbers span { color: var(--quiet); margin-right: 6px; }
.rows { list-style: none; display: grid; gap: 12px; }
.rows li { display: grid; grid-template-columns: 7.5em minmax(0, 1fr) minmax(2.5em, auto); gap: 12px; align-items: center; font-size: 14px; }
.rows svg { width: 100%; height: 10px; border-radius: 5px; box-shadow: inset 0 0 0 1px var(--line); }
.rows b { text-align: right; font-variant-numeric: tabular-nums; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 6px 22px; margin-top: 10px; font-size: 14px; }
.legend li { display: flex; align-items: center; gap: 6px; }
.legend svg { width: 16px; height: 16px; }
@media (max-width: 760px) { .chart text { font-size: 18px; } }
@media (forced-colors: active) {
  .bar, .running, .mark.circle { fill: Highlight; } .late, .mark { fill: CanvasText; } .chart text { fill: CanvasText; }
}
`;
