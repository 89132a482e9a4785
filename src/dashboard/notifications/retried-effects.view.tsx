import { When } from '../../pages/parts.js';
import type { FailingWork } from '../../shop/diagnostics/index.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';

interface RetriedEffectsProps {
  readonly retried: readonly FailingWork[];
  readonly context: DashboardContext;
}

/** Tasks that fail and are still tried: they may happen yet. */
export function RetriedEffects({ retried, context }: RetriedEffectsProps) {
  const { retried: labels } = context.labels.tasks;
  return (
    <section class="card" aria-labelledby="retried" data-part="retried">
      <div class="head">
        <h2 id="retried">{labels.title}</h2>
        <p>{labels.text}</p>
      </div>
      <ol class="failures">
        {retried.map(({ handler, count, since, nextTryAt, lastError }) => (
          <li key={handler}>
            <div class="body">
              <h3>{labels.of(handler ?? '', count)}</h3>
              <p class="small inline">
                {labels.since} <When at={since} context={context} />
              </p>
              <p class="small inline">
                {labels.next} <When at={nextTryAt} context={context} />
              </p>
              <pre>{lastError}</pre>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
