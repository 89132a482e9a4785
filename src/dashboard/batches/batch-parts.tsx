import type { RefundBatch } from '../../shop/refunds/index.js';
import { REFUND_LABELS, type RefundState } from '../../shop/refund-records/index.js';
import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { REFUND_TONES } from '../refunds/refund.labels.js';

/** Address of one batch's page. */
export const batchPath = (context: Pick<DashboardContext, 'base'>, id: string): string =>
  `${context.base}${PATHS.batches}/${encodeURIComponent(id)}`;

type BatchPhase = RefundBatch['state'] | 'done';

const PHASES: Readonly<Record<BatchPhase, { tone: string; name: string; meaning: string }>> = {
  queueing: {
    tone: 'wait',
    name: 'being written down',
    meaning: 'Its refunds are being put on record. Nothing is sent before all of them are.',
  },
  running: { tone: 'note', name: 'under way', meaning: 'Its refunds are sent one by one.' },
  paused: {
    tone: 'wait',
    name: 'held',
    meaning: 'Its refunds keep their places; none is sent until someone lets it go on.',
  },
  stopped: { tone: 'plain', name: 'stopped', meaning: 'What had not been sent was cancelled permanently.' },
  done: { tone: 'good', name: 'done', meaning: 'Nothing of it waits any more.' },
};

const OPEN: readonly RefundState[] = ['queued', 'sending', 'unknown', 'manual'];

/** Where a batch stands, for people: one of which nothing waits any more is done. */
export const phaseOf = ({ state, counts }: RefundBatch): BatchPhase =>
  state === 'running' && OPEN.every((each) => !counts[each]) ? 'done' : state;

/** What a batch's state means. */
export const phaseMeaning = (batch: RefundBatch): string => PHASES[phaseOf(batch)].meaning;

/** A batch's state in a word or two. */
export function BatchTag({ batch }: { batch: RefundBatch }) {
  const { tone, name, meaning } = PHASES[phaseOf(batch)];
  return (
    <span class={`tag ${tone}`} title={meaning}>
      {name}
    </span>
  );
}

// From what is over to what has not begun.
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

/** How many of a batch's refunds have left this shop, one way or the other. */
export const sentCount = ({ counts }: RefundBatch): number =>
  (counts.settled ?? 0) + (counts.accepted ?? 0) + (counts.rejected ?? 0);

/** How far a batch has come, drawn: a part of the bar for each state. */
export function ProgressBar({ batch, isThin = false }: { batch: RefundBatch; isThin?: boolean }) {
  const label = `${sentCount(batch)} of ${batch.size} sent`;
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

/** The counts behind the bar, each with the way to its refunds. */
export function ProgressLegend({ batch, context }: { batch: RefundBatch; context: DashboardContext }) {
  return (
    <ul class="legend">
      {ORDER.filter((state) => batch.counts[state]).map((state) => (
        <li key={state}>
          <span class={`dot t-${REFUND_TONES[state]}`} aria-hidden="true" />
          <a href={`${context.base}${PATHS.refunds}?${new URLSearchParams({ batch: batch.id, state })}`}>
            <b>{batch.counts[state]}</b> {REFUND_LABELS[state].name}
          </a>
        </li>
      ))}
    </ul>
  );
}
