import { When } from '../../pages/parts.js';
import type { DiagnosticsFigures } from '../../shop/diagnostics/index.js';
import { RowChart } from '../charts/row-chart.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';

type Service = DiagnosticsFigures['service'];

const CIRCUITS: Readonly<Record<Service[number]['circuit'], { tone: string; text: string }>> = {
  closed: { tone: 'good', text: 'calls go through' },
  'half-open': { tone: 'wait', text: 'trying again' },
  open: { tone: 'bad', text: 'held back after failures' },
};

/** How the calls of each terminal group fare: the circuit breaker, and what is left of the budget, drawn. */
export function ServiceRows({ service, context }: { service: Service; context: DashboardContext }) {
  return (
    <ul class="lane-rows">
      {service.map(({ group, circuit, budget, lastSuccessAt }) => (
        <li key={group}>
          <div class="title">
            <h3 id={`calls-${group}`}>{group}</h3>
            <span class={`tag ${CIRCUITS[circuit].tone}`}>{CIRCUITS[circuit].text}</span>
          </div>
          <RowChart
            labelledBy={`calls-${group}`}
            most={budget.burst}
            rows={[
              {
                name: 'Budget',
                count: budget.left,
                text: `${Math.floor(budget.left)} of ${budget.burst} calls`,
                isLate: budget.left < 1,
              },
            ]}
          />
          <p class="small inline">
            {lastSuccessAt === null ? (
              'No call has succeeded since this process started.'
            ) : (
              <>
                Last success <When at={lastSuccessAt} context={context} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
