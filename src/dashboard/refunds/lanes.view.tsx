import { scaleLinear } from 'd3-scale';
import { moneyText } from '../../pages/money-text.js';
import { Fact, When } from '../../pages/parts.js';
import { dateText, distanceText, durationText } from '../../pages/time-text.js';
import { refundReasonText } from '../../shop/refund-records/index.js';
import type { Refund, RefundLane } from '../../shop/refunds/index.js';
import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { NEEDS } from '../frame/rights.js';
import { FoldedAction, refundPath } from './refund-parts.js';
import { LANE_TONES } from './refund-tones.js';

/** A lane, and the refunds that it sends next. */
export interface LaneRow {
  readonly lane: RefundLane;
  /** In the order of sending, with their times. */
  readonly upcoming: readonly Refund[];
}

/** Each group's lane: its waiting refunds, when they are sent, as a drawing; and how to pause it. */
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
  const { lanes: labels } = context.labels;
  const { counts } = labels;
  const id = `lane-${lane.group}`;
  return (
    <section class="card lane" aria-labelledby={id}>
      <div class="head">
        <h2 id={id}>{labels.title(lane.group)}</h2>
        <span class={`tag ${LANE_TONES[lane.state]}`}>{labels.states[lane.state]}</span>
      </div>
      <div class="body">
        <dl class="facts">
          <Count name={counts.queued} count={lane.queued} state="queued" lane={lane} context={context} />
          <Count name={counts.unknown} count={lane.unknown} state="unknown" lane={lane} context={context} />
          <Count name={counts.manual} count={lane.manual} state="manual" lane={lane} context={context} />
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
  const { lanes: labels } = context.labels;
  if (lane.state === 'paused') {
    return (
      <p class="next">
        {labels.pausedBy} <strong>{lane.pausedBy ?? labels.someone}</strong>
        {lane.pauseReason !== null && labels.why(lane.pauseReason)}
      </p>
    );
  }
  if (lane.pausedUntil === null) return null;
  return (
    <p class="next">
      {labels.goesOn} <When at={lane.pausedUntil} context={context} />
      {lane.pauseReason !== null && ` ${refundReasonText(lane.pauseReason)}`}
    </p>
  );
}

const WIDTH = 1_000;
const HEIGHT = 44;
const MARK = 5;

/** The times of the next refunds, on a line from now on. */
function Strip({ upcoming, lane, context }: LaneRow & { context: DashboardContext }) {
  const { strip } = context.labels.lanes;
  const times = upcoming.map(({ plannedAt }) => plannedAt ?? context.now);
  const first = Math.max(context.now, times[0] ?? context.now);
  const last = Math.max(times.at(-1) ?? first, context.now + 1_000);
  const x = scaleLinear([context.now, last], [0, WIDTH - MARK]).clamp(true);
  const title = strip.title(upcoming.length, distanceText(first, context.now), distanceText(last, context.now));
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
      <Scale lane={lane} shown={upcoming.length} last={last} context={context} />
      <Next refund={upcoming[0]} at={first} context={context} />
    </>
  );
}

interface ScaleProps {
  readonly lane: RefundLane;
  /** How many are drawn. */
  readonly shown: number;
  /** When the last of them is sent; epoch milliseconds. */
  readonly last: number;
  readonly context: DashboardContext;
}

function Scale({ lane, shown, last, context }: ScaleProps) {
  const { strip } = context.labels.lanes;
  const time = dateText(last, context.timeZone).split(', ')[1] ?? '';
  return (
    <div class="scale">
      <span>{strip.now}</span>
      <span>{durationText(Math.round((last - context.now) / 2_000) * 1_000)}</span>
      <span>{lane.queued > shown ? strip.until(shown, lane.queued, time) : time}</span>
    </div>
  );
}

function Next({ refund, at, context }: { refund: Refund | undefined; at: number; context: DashboardContext }) {
  const { lanes: labels } = context.labels;
  if (refund === undefined) return null;
  return (
    <p class="next">
      {labels.next(at <= context.now ? labels.strip.now : distanceText(at, context.now))}{' '}
      <a href={refundPath(context, refund.id)}>
        {labels.refund(moneyText(refund.amount.amount, refund.amount.currency), refund.orderId)}
      </a>
    </p>
  );
}

function LaneAction({ lane, context }: { lane: RefundLane; context: DashboardContext }) {
  const { resume, pause } = context.labels.lanes;
  const path = `${context.base}${PATHS.refunds}/lanes/${encodeURIComponent(lane.group)}`;
  const common = { id: `lane-${lane.group}`, context };
  if (lane.state === 'paused' || lane.state === 'resting') {
    return (
      <FoldedAction
        {...common}
        title={resume[lane.state]}
        needs={NEEDS.lane.resume}
        action={`${path}/resume`}
        button={{ text: resume.button }}
      />
    );
  }
  return (
    <FoldedAction
      {...common}
      title={pause.title}
      needs={NEEDS.lane.pause}
      action={`${path}/pause`}
      button={{ text: pause.button, isDestructive: true }}
    >
      <p class="small">{pause.text}</p>
    </FoldedAction>
  );
}
