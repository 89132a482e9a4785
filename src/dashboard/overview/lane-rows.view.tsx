import { When } from '../../pages/parts.js';
import { max } from 'd3-array';
import type { DiagnosticsFigures } from '../../shop/diagnostics/index.js';
import { RowChart } from '../charts/row-chart.js';
import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { LANE_TONES } from '../refunds/refund-tones.js';
import { numberText } from './concerns.js';

type Refunds = DiagnosticsFigures['refunds'];

/** The lane of each terminal group: a bar of its waiting refunds, and the time of the next one. */
export function LaneRows({ refunds, context }: { refunds: Refunds; context: DashboardContext }) {
  const { sending: labels } = context.labels.overview;
  const { states } = context.labels.lanes;
  const queueOf = (group: string): string =>
    `${context.base}${PATHS.refunds}?${new URLSearchParams({ state: 'queued', group })}`;
  const longest = Math.max(1, max(refunds.lanes, ({ queued }) => queued) ?? 0);
  return (
    <ul class="lane-rows">
      {refunds.lanes.map((lane) => (
        <li key={lane.group}>
          <div class="title">
            <h3 id={`queue-${lane.group}`}>
              <a href={`${context.base}${PATHS.refunds}?${new URLSearchParams({ group: lane.group })}`}>{lane.group}</a>
            </h3>
            <span class={`tag ${LANE_TONES[lane.state]}`}>{states[lane.state]}</span>
          </div>
          <RowChart
            labelledBy={`queue-${lane.group}`}
            most={longest}
            rows={[
              {
                name: labels.waiting,
                count: lane.queued,
                text: numberText(lane.queued),
                isLate: false,
                href: queueOf(lane.group),
              },
            ]}
          />
          <p class="small inline">
            {lane.nextSlotAt === null ? (
              labels.states[lane.state]
            ) : (
              <>
                {labels.next} <When at={lane.nextSlotAt} context={context} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
