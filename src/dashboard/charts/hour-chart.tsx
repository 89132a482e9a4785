import { max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import { formatServiceTime } from '../../protocol/index.js';
import type { ChartLabels } from './chart.labels.js';

/** The number of an hour; null if unknown. */
export interface HourBar {
  /** The beginning of the hour, epoch milliseconds. */
  readonly from: number;
  readonly count: number | null;
}

/** A chart of hours. */
export interface HourChartProps {
  /** Id of the heading that names the chart. */
  readonly labelledBy: string;
  readonly bars: readonly HourBar[];
  readonly timeZone: string;
  readonly labels: ChartLabels;
}

// In units of the drawing, which scales with the page; the style keeps text readable.
const SIZE = { width: 560, height: 190 };
const EDGE = { top: 14, right: 4, bottom: 26, left: 42 };
const TICKS = 3;
const HOURS_PER_LABEL = 6;
const LEAST_DRAWN = 2;

const clockText = (at: number, timeZone: string): string => formatServiceTime(at, timeZone).slice(11, 16);

/** Bars of the last hours, the current one in another colour. A table below has the same numbers. */
export function HourChart({ labelledBy, bars, timeZone, labels }: HourChartProps) {
  const highest = max(bars, ({ count }) => count ?? 0) ?? 0;
  const y = scaleLinear()
    .domain([0, Math.max(highest, TICKS)])
    .nice(TICKS)
    .range([SIZE.height - EDGE.bottom, EDGE.top]);
  const x = scaleBand<number>()
    .domain(bars.map(({ from }) => from))
    .range([EDGE.left, SIZE.width - EDGE.right])
    .paddingInner(0.25);
  return (
    <>
      <svg class="chart" viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-labelledby={labelledBy}>
        {y.ticks(TICKS).map((tick) => (
          <g key={tick}>
            <line class="rule" x1={EDGE.left} x2={SIZE.width - EDGE.right} y1={y(tick)} y2={y(tick)} />
            <text x={EDGE.left - 8} y={y(tick)} dy="0.35em" text-anchor="end">
              {tick.toLocaleString('en')}
            </text>
          </g>
        ))}
        {bars.map(({ from, count }, index) => (
          <Bar key={from} left={x(from) ?? 0} width={x.bandwidth()} top={y(count ?? 0)} floor={y(0)} count={count}>
            {index === bars.length - 1}
          </Bar>
        ))}
        {bars.map(({ from }, index) => {
          const back = bars.length - 1 - index;
          if (back % HOURS_PER_LABEL !== 0) return null;
          return (
            <text key={from} x={(x(from) ?? 0) + x.bandwidth()} y={SIZE.height - 6} text-anchor="end">
              {back === 0 ? labels.now : clockText(from, timeZone)}
            </text>
          );
        })}
      </svg>
      <Numbers bars={bars} timeZone={timeZone} labels={labels} />
    </>
  );
}

interface BarProps {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly floor: number;
  readonly count: number | null;
  /** Whether it is the current hour. */
  readonly children: boolean;
}

function Bar({ left, width, top, floor, count, children: isRunning }: BarProps) {
  if (count === null) return <rect class="unknown" x={left} width={width} y={EDGE.top} height={floor - EDGE.top} />;
  if (count === 0) return null;
  const height = Math.max(floor - top, LEAST_DRAWN);
  return (
    <rect class={isRunning ? 'running' : 'bar'} x={left} width={width} y={floor - height} height={height} rx="2" />
  );
}

function Numbers({ bars, timeZone, labels }: Omit<HourChartProps, 'labelledBy'>) {
  return (
    <details class="numbers">
      <summary>{labels.numbers}</summary>
      <ul>
        {bars.map(({ from, count }) => (
          <li key={from}>
            <span>{clockText(from, timeZone)}</span>{' '}
            <b>{count === null ? labels.notCounted : count.toLocaleString('en')}</b>
          </li>
        ))}
      </ul>
    </details>
  );
}
