import { When } from '../../pages/parts.js';
import { max } from 'd3-array';
import type { DiagnosticsFigures } from '../../shop/diagnostics/index.js';
import { RowChart } from '../charts/row-chart.js';
import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { LANE_LABELS } from '../refunds/refund.labels.js';
import { countText } from './concerns.js';

type Refunds = DiagnosticsFigures['refunds'];
type Lane = Refunds['lanes'][number];

/** The lane of each terminal group: how many refunds wait on it, drawn, and when the next one can go. */
export function LaneRows({ refunds, context }: { refunds: Refunds; context: DashboardContext }) {
  const longest = Math.max(1, max(refunds.lanes, ({ queued }) => queued) ?? 0);
  return (
    <ul class="lane-rows">
      {refunds.lanes.map((lane) => (
        <li key={lane.group}>
          <div class="title">
            <h3 id={`queue-${lane.group}`}>
              <a href={`${context.base}${PATHS.refunds}?${new URLSearchParams({ group: lane.group })}`}>{lane.group}</a>
            </h3>
            <span class={`tag ${LANE_LABELS[lane.state].tone}`}>{LANE_LABELS[lane.state].text}</span>
          </div>
          <RowChart
            labelledBy={`queue-${lane.group}`}
            most={longest}
            rows={[{ name: 'Waiting', count: lane.queued, text: countText(lane.queued, '', '').trim(), isLate: false }]}
          />
          <p class="small inline">
            {lane.nextSlotAt === null ? (
              NEXT[lane.state]
            ) : (
              <>
                Next one at <When at={lane.nextSlotAt} context={context} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

const NEXT: Readonly<Record<Lane['state'], string>> = {
  idle: 'The next refund can be sent at once.',
  waiting: '',
  sending: 'The answer to the last one is waited for.',
  resting: 'The next refund is sent after the rest.',
  paused: 'Nothing is sent until someone lets it go on.',
};
