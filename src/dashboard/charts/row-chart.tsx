import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';

/** One row: a name, a bar, a number. */
export interface RowBar {
  readonly name: string;
  readonly count: number;
  /** The text at the end of the bar; default: the number. */
  readonly text?: string;
  /** Address of the list of the counted rows; default: none. */
  readonly href?: string;
  /** Whether the bar is highlighted. */
  readonly isLate: boolean;
}

const WIDTH = 100;
const LEAST_DRAWN = 1;

/** Horizontal bars, one below the other. */
export interface RowChartProps {
  /** Id of the heading that names the chart. */
  readonly labelledBy: string;
  readonly rows: readonly RowBar[];
  /** The number for a full bar; default: the greatest number. */
  readonly most?: number;
}

/** Horizontal bars, one below the other; a list for screen readers. */
export function RowChart({ rows, labelledBy, most }: RowChartProps) {
  const x = scaleLinear()
    .domain([0, Math.max(1, most ?? max(rows, ({ count }) => count) ?? 0)])
    .clamp(true)
    .range([0, WIDTH]);
  return (
    <ul class="rows" aria-labelledby={labelledBy}>
      {rows.map(({ name, count, text, isLate, href }) => (
        <li key={name}>
          <span>{name}</span>
          <svg viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
            <rect class="bed" width={WIDTH} height="8" />
            {count > 0 && <rect class={isLate ? 'late' : 'bar'} width={Math.max(x(count), LEAST_DRAWN)} height="8" />}
          </svg>
          <b>
            <Figure text={text ?? count.toLocaleString('en')} href={count > 0 ? href : undefined} />
          </b>
        </li>
      ))}
    </ul>
  );
}

const Figure = ({ text, href }: { text: string; href: string | undefined }) =>
  href === undefined ? <>{text}</> : <a href={href}>{text}</a>;
