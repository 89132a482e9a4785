import { scaleLinear } from 'd3-scale';
import { moneyText } from '../../pages/money-text.js';
import { Fact, When } from '../../pages/parts.js';
import { dateText, distanceText, durationText } from '../../pages/time-text.js';
import { refundReasonText } from '../../shop/refund-records/index.js';
import type { Refund, RefundLane } from '../../shop/refunds/index.js';
import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { FoldedAction, refundPath } from './refund-parts.js';
import { LANE_LABELS } from './refund.labels.js';

/** A lane, and what it sends next. */
export interface LaneRow {
  readonly lane: RefundLane;
  /** In the order of sending, with their times. */
  readonly upcoming: readonly Refund[];
}

/** Each group's lane: what waits, when it is sent, drawn; and how to stop it. */
export function Lanes({ lanes, context }: { lanes: readonly LaneRow[]; context: DashboardContext }) {
  return (
    <div class="lanes" data-part="lanes">
      {lanes.map((row) => (
        <Lane key={row.lane.group} row={row} context={context} />
      ))}
    </div>
  );
}

function Lane({ row, context }: { row: LaneRow; context: DashboardContext }) {
  const { lane, upcoming } = row;
  const { tone, text } = LANE_LABELS[lane.state];
  const id = `lane-${lane.group}`;
  return (
    <section class="card lane" aria-labelledby={id}>
      <div class="head">
        <h2 id={id}>Refunds of {lane.group}</h2>
        <span class={`tag ${tone}`}>{text}</span>
      </div>
      <div class="body">
        <dl class="facts">
          <Count name="Waiting" count={lane.queued} state="queued" lane={lane} context={context} />
          <Count name="Not known yet" count={lane.unknown} state="unknown" lane={lane} context={context} />
          <Count name="Needs a decision" count={lane.manual} state="manual" lane={lane} context={context} />
        </dl>
        <Standstill lane={lane} context={context} />
        {upcoming.length > 0 && <Strip upcoming={upcoming} lane={lane} context={context} />}
      </div>
      <LaneAction lane={lane} context={context} />
    </section>
  );
}

interface CountProps {
  readonly name: string;
  readonly count: number;
  readonly state: string;
  readonly lane: RefundLane;
  readonly context: DashboardContext;
}

function Count({ name, count, state, lane, context }: CountProps) {
  const address = `${context.base}${PATHS.refunds}?${new URLSearchParams({ state, group: lane.group })}`;
  return <Fact name={name}>{count === 0 ? '0' : <a href={address}>{count}</a>}</Fact>;
}

function Standstill({ lane, context }: { lane: RefundLane; context: DashboardContext }) {
  if (lane.state === 'paused') {
    return (
      <p class="next">
        Nothing is sent until someone lets it go on. Stopped by <strong>{lane.pausedBy ?? 'someone'}</strong>
        {lane.pauseReason !== null && `: “${lane.pauseReason}”`}
      </p>
    );
  }
  if (lane.pausedUntil === null) return null;
  return (
    <p class="next">
      It goes on by itself <When at={lane.pausedUntil} context={context} />
      {lane.pauseReason !== null && ` ${refundReasonText(lane.pauseReason)}`}
    </p>
  );
}

const WIDTH = 1_000;
const HEIGHT = 44;
const MARK = 5;

/** When each of the next refunds is sent, on a line from now on. */
function Strip({ upcoming, lane, context }: LaneRow & { context: DashboardContext }) {
  const times = upcoming.map(({ plannedAt }) => plannedAt ?? context.now);
  const first = Math.max(context.now, times[0] ?? context.now);
  const last = Math.max(times.at(-1) ?? first, context.now + 1_000);
  const x = scaleLinear([context.now, last], [0, WIDTH - MARK]).clamp(true);
  const title = `${upcoming.length} refunds, the first ${distanceText(first, context.now)}, the last of them ${distanceText(last, context.now)}`;
  const isMore = lane.queued > upcoming.length;
  return (
    <>
      <svg class="strip" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={title}>
        <rect class="ground" width={WIDTH} height={HEIGHT} />
        <rect class="rest" width={x(first)} height={HEIGHT} />
        {times.map((at, index) => (
          <rect
            key={upcoming[index]?.id}
            class={index === 0 ? 'mark first' : 'mark'}
            x={x(at)}
            y={index === 0 ? 0 : 10}
            width={MARK}
            height={index === 0 ? HEIGHT : HEIGHT - 20}
          />
        ))}
      </svg>
      <div class="scale">
        <span>now</span>
        <span>{durationText(Math.round((last - context.now) / 2_000) * 1_000)}</span>
        <span>
          {isMore && `the first ${upcoming.length} of ${lane.queued}, until `}
          {dateText(last, context.timeZone).split(', ')[1]}
        </span>
      </div>
      <Next refund={upcoming[0]} at={first} context={context} />
    </>
  );
}

function Next({ refund, at, context }: { refund: Refund | undefined; at: number; context: DashboardContext }) {
  if (refund === undefined) return null;
  return (
    <p class="next">
      Next slot {at <= context.now ? 'now' : distanceText(at, context.now)}:{' '}
      <a href={refundPath(context, refund.id)}>
        {moneyText(refund.amount.amount, refund.amount.currency)} of order {refund.orderId}
      </a>
    </p>
  );
}

function LaneAction({ lane, context }: { lane: RefundLane; context: DashboardContext }) {
  const path = `${context.base}${PATHS.refunds}/lanes/${encodeURIComponent(lane.group)}`;
  const common = { id: `lane-${lane.group}`, context };
  if (lane.state === 'paused' || lane.state === 'resting') {
    const title = lane.state === 'paused' ? 'Let it go on' : 'Let it go on now';
    return (
      <FoldedAction
        {...common}
        title={title}
        needs="/refunds/lanes/:group/resume"
        action={`${path}/resume`}
        button={{ text: 'Let it go on' }}
      />
    );
  }
  return (
    <FoldedAction
      {...common}
      title="Stop these refunds"
      needs="/refunds/lanes/:group/pause"
      action={`${path}/pause`}
      button={{ text: 'Stop it', isDestructive: true }}
    >
      <p class="small">Nothing more is sent until someone lets it go on. What is being sent now is not cut.</p>
    </FoldedAction>
  );
}
