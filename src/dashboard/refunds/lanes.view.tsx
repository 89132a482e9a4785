import { scaleLinear } from 'd3-scale';
import { moneyText } from '../../pages/money-text.js';
import { Fact, When } from '../../pages/parts.js';
import { dateText, distanceText, durationText } from '../../pages/time-text.js';
import type { Refund, RefundLane } from '../../shop/refunds/index.js';
import { PATHS, type DashboardDesk } from '../frame/dashboard.layout.js';
import { FoldedAction, refundPath } from './refund-parts.js';
import { reasonText } from './refund-words.js';

/** A lane, and what it sends next. */
export interface LaneSight {
  readonly lane: RefundLane;
  /** In the order of sending, with their times. */
  readonly upcoming: readonly Refund[];
}

const STATES: Readonly<Record<RefundLane['state'], { tone: string; text: string }>> = {
  idle: { tone: 'plain', text: 'nothing to send' },
  waiting: { tone: 'note', text: 'sending in turn' },
  sending: { tone: 'note', text: 'sending now' },
  resting: { tone: 'wait', text: 'resting' },
  paused: { tone: 'bad', text: 'stopped by a person' },
};

/** Each group's lane: what waits, when it is sent, drawn; and how to stop it. */
export function Lanes({ lanes, desk }: { lanes: readonly LaneSight[]; desk: DashboardDesk }) {
  return (
    <div class="lanes" data-part="lanes">
      {lanes.map((sight) => (
        <Lane key={sight.lane.group} sight={sight} desk={desk} />
      ))}
    </div>
  );
}

function Lane({ sight, desk }: { sight: LaneSight; desk: DashboardDesk }) {
  const { lane, upcoming } = sight;
  const { tone, text } = STATES[lane.state];
  const id = `lane-${lane.group}`;
  return (
    <section class="card lane" aria-labelledby={id}>
      <div class="head">
        <h2 id={id}>Lane of {lane.group}</h2>
        <span class={`tag ${tone}`}>{text}</span>
      </div>
      <div class="body">
        <dl class="facts">
          <Count name="Waiting" count={lane.queued} state="queued" lane={lane} desk={desk} />
          <Count name="Not known yet" count={lane.unknown} state="unknown" lane={lane} desk={desk} />
          <Count name="For a person" count={lane.manual} state="manual" lane={lane} desk={desk} />
        </dl>
        <Standstill lane={lane} desk={desk} />
        {upcoming.length > 0 && <Strip upcoming={upcoming} lane={lane} desk={desk} />}
      </div>
      <LaneAction lane={lane} desk={desk} />
    </section>
  );
}

interface CountProps {
  readonly name: string;
  readonly count: number;
  readonly state: string;
  readonly lane: RefundLane;
  readonly desk: DashboardDesk;
}

function Count({ name, count, state, lane, desk }: CountProps) {
  const address = `${desk.base}${PATHS.refunds}?${new URLSearchParams({ state, group: lane.group })}`;
  return <Fact name={name}>{count === 0 ? '0' : <a href={address}>{count}</a>}</Fact>;
}

function Standstill({ lane, desk }: { lane: RefundLane; desk: DashboardDesk }) {
  if (lane.state === 'paused') {
    return (
      <p class="next">
        Nothing is sent until somebody lets it go on. Stopped by <strong>{lane.pausedBy ?? 'somebody'}</strong>
        {lane.pauseReason !== null && `: “${lane.pauseReason}”`}
      </p>
    );
  }
  if (lane.pausedUntil === null) return null;
  return (
    <p class="next">
      It goes on by itself <When at={lane.pausedUntil} desk={desk} />
      {lane.pauseReason !== null && ` ${reasonText(lane.pauseReason)}`}
    </p>
  );
}

const WIDTH = 1_000;
const HEIGHT = 44;
const MARK = 5;

/** When each of the next refunds is sent, on a line from now on. */
function Strip({ upcoming, lane, desk }: LaneSight & { desk: DashboardDesk }) {
  const times = upcoming.map(({ plannedAt }) => plannedAt ?? desk.now);
  const first = Math.max(desk.now, times[0] ?? desk.now);
  const last = Math.max(times.at(-1) ?? first, desk.now + 1_000);
  const x = scaleLinear([desk.now, last], [0, WIDTH - MARK]).clamp(true);
  const title = `${upcoming.length} refunds, the first ${distanceText(first, desk.now)}, the last of them ${distanceText(last, desk.now)}`;
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
        <span>{durationText(Math.round((last - desk.now) / 2_000) * 1_000)}</span>
        <span>
          {isMore && `the first ${upcoming.length} of ${lane.queued}, until `}
          {dateText(last, desk.timeZone).split(', ')[1]}
        </span>
      </div>
      <Next refund={upcoming[0]} at={first} desk={desk} />
    </>
  );
}

function Next({ refund, at, desk }: { refund: Refund | undefined; at: number; desk: DashboardDesk }) {
  if (refund === undefined) return null;
  return (
    <p class="next">
      Next slot {at <= desk.now ? 'now' : distanceText(at, desk.now)}:{' '}
      <a href={refundPath(desk, refund.id)}>
        {moneyText(refund.amount.amount, refund.amount.currency)} of order {refund.orderId}
      </a>
    </p>
  );
}

function LaneAction({ lane, desk }: { lane: RefundLane; desk: DashboardDesk }) {
  const path = `${desk.base}${PATHS.refunds}/lanes/${encodeURIComponent(lane.group)}`;
  const common = { id: `lane-${lane.group}`, desk };
  if (lane.state === 'paused' || lane.state === 'resting') {
    const title = lane.state === 'paused' ? 'Let it go on' : 'Let it go on now';
    return <FoldedAction {...common} title={title} action={`${path}/resume`} button={{ text: 'Let it go on' }} />;
  }
  return (
    <FoldedAction
      {...common}
      title="Stop this lane"
      action={`${path}/pause`}
      button={{ text: 'Stop it', isGrave: true }}
    >
      <p class="small">Nothing more is sent until somebody lets it go on. What is being sent now is not cut.</p>
    </FoldedAction>
  );
}
