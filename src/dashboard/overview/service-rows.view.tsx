import { When } from '../../pages/parts.js';
import type { DiagnosticsFigures } from '../../shop/diagnostics/index.js';
import { RowChart } from '../charts/row-chart.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';

type Service = DiagnosticsFigures['service'];

/** The calls of each terminal group: the circuit breaker, and a bar of the remaining budget. */
export function ServiceRows({ service, context }: { service: Service; context: DashboardContext }) {
  const { service: labels } = context.labels.overview;
  return (
    <ul class="lane-rows">
      {service.map(({ group, circuit, budget, lastSuccessAt }) => (
        <li key={group}>
          <div class="title">
            <h3 id={`calls-${group}`}>{group}</h3>
            <span class={`tag ${labels.circuits[circuit].tone}`}>{labels.circuits[circuit].text}</span>
          </div>
          <RowChart
            labelledBy={`calls-${group}`}
            most={budget.burst}
            rows={[
              {
                name: labels.budget,
                count: budget.left,
                text: labels.left(Math.floor(budget.left), budget.burst),
                isLate: budget.left < 1,
              },
            ]}
          />
          <p class="small inline">
            {lastSuccessAt === null ? (
              labels.never
            ) : (
              <>
                {labels.last} <When at={lastSuccessAt} context={context} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
