import type { RefundBatch } from '../../shop/refunds/index.js';
import type { RefundState } from '../../shop/refund-records/index.js';
import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { REFUND_TONES } from '../refunds/refund-tones.js';

/** Address of a batch's page. */
export const batchPath = (context: Pick<DashboardContext, 'base'>, id: string): string =>
  `${context.base}${PATHS.batches}/${encodeURIComponent(id)}`;

type BatchPhase = RefundBatch['state'] | 'done';

type Labels = Pick<DashboardContext, 'labels'>;

const TONES: Readonly<Record<BatchPhase, string>> = {
  queueing: 'wait',
  running: 'note',
  paused: 'wait',
  stopped: 'plain',
  done: 'good',
};

const OPEN: readonly RefundState[] = ['queued', 'sending', 'unknown', 'manual'];

/** The phase of a batch for people: it is done once none of its refunds waits. */
export const phaseOf = ({ state, counts }: RefundBatch): BatchPhase =>
  state === 'running' && OPEN.every((each) => !counts[each]) ? 'done' : state;

/** A batch's state in one or two words. */
export function BatchTag({ batch, context }: { batch: RefundBatch; context: Labels }) {
  const phase = phaseOf(batch);
  const { name, meaning } = context.labels.batch.phases[phase];
  return (
    <span class={`tag ${TONES[phase]}`} title={meaning}>
      {name}
    </span>
  );
}

// From finished states to those that have not begun.
const ORDER: readonly RefundState[] = [
  'settled',
  'accepted',
  'rejected',
  'manual',
  'unknown',
  'sending',
  'cancelled',
  'queued',
];
const WIDTH = 1_000;

/** How many refunds of a batch were sent, or ended without being sent. */
export const sentCount = ({ counts }: RefundBatch): number =>
  (counts.settled ?? 0) + (counts.accepted ?? 0) + (counts.rejected ?? 0);

interface BarProps {
  readonly batch: RefundBatch;
  readonly context: Labels;
  /** Default false. */
  readonly isThin?: boolean;
}

/** The progress of a batch as a bar, with one part for each state. */
export function ProgressBar({ batch, context, isThin = false }: BarProps) {
  const label = context.labels.batch.progress.bar(sentCount(batch), batch.size);
  let at = 0;
  const parts = ORDER.map((state) => {
    const x = at;
    const width = (WIDTH * (batch.counts[state] ?? 0)) / Math.max(1, batch.size);
    at += width;
    return { state, x, width };
  });
  return (
    <svg
      class={isThin ? 'progress thin' : 'progress'}
      viewBox={`0 0 ${WIDTH} 10`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {parts
        .filter(({ width }) => width > 0)
        .map(({ state, x, width }) => (
          <rect key={state} class={`f-${REFUND_TONES[state]}`} x={x} width={width} height={10} />
        ))}
    </svg>
  );
}

/** The counts of the bar, each with a link to its refunds. */
export function ProgressLegend({ batch, context }: { batch: RefundBatch; context: DashboardContext }) {
  return (
    <ul class="legend">
      {ORDER.filter((state) => batch.counts[state]).map((state) => (
        <li key={state}>
          <span class={`dot t-${REFUND_TONES[state]}`} aria-hidden="true" />
          <a href={`${context.base}${PATHS.refunds}?${new URLSearchParams({ batch: batch.id, state })}`}>
            <b>{batch.counts[state]}</b> {context.labels.refund.states[state].name}
          </a>
        </li>
      ))}
    </ul>
  );
}
