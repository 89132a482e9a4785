import { scaleLog } from 'd3-scale';
import { symbol, symbolCircle, symbolDiamond2, symbolTriangle, type SymbolType } from 'd3-shape';
import { durationText } from '../../pages/time-text.js';

/** A duration that is marked on the scale; each mark has its own shape. */
export interface DelayMark {
  readonly name: string;
  readonly ms: number;
  readonly shape: keyof typeof SHAPES;
}

const SHAPES = {
  circle: symbolCircle,
  diamond: symbolDiamond2,
  triangle: symbolTriangle,
} as const satisfies Record<string, SymbolType>;

const SIZE = { width: 560, height: 78 };
const EDGE = { left: 16, right: 34 };
const LINE_AT = 34;
const AREA = 130;
const DECADES = [1, 10, 100, 1_000, 10_000];

/** Durations on a logarithmic scale, with a list of them below. */
export function DelayScale({ marks, labelledBy }: { marks: readonly DelayMark[]; labelledBy: string }) {
  const x = scaleLog()
    .domain([1, 10_000])
    .range([EDGE.left, SIZE.width - EDGE.right])
    .clamp(true);
  return (
    <>
      <svg class="chart" viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-labelledby={labelledBy}>
        <line class="axis" x1={x(1)} x2={x(10_000)} y1={LINE_AT} y2={LINE_AT} />
        {DECADES.map((ms) => (
          <g key={ms}>
            <line class="axis" x1={x(ms)} x2={x(ms)} y1={LINE_AT - 5} y2={LINE_AT + 5} />
            <text x={x(ms)} y={LINE_AT + 30} text-anchor="middle">
              {durationText(ms)}
            </text>
          </g>
        ))}
        {marks.map(({ name, ms, shape }) => (
          <path
            key={name}
            class={`mark ${shape}`}
            d={symbol(SHAPES[shape], AREA)() ?? ''}
            transform={`translate(${x(Math.max(ms, 1))},${LINE_AT})`}
          />
        ))}
      </svg>
      <ul class="legend">
        {marks.map(({ name, ms, shape }) => (
          <li key={name}>
            <svg viewBox="-9 -9 18 18" aria-hidden="true">
              <path class={`mark ${shape}`} d={symbol(SHAPES[shape], AREA)() ?? ''} />
            </svg>
            {name} <b>{durationText(Math.round(ms))}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
