import { When } from '../../pages/parts.js';
import type { FailingWork } from '../../shop/diagnostics/index.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';
import { NEEDS } from '../frame/rights.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import { EFFECTS } from './tabs.view.js';

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
      <TryNow retried={retried} context={context} />
    </section>
  );
}

/** Without it, a person who has corrected the cause waits up to ten minutes to see whether that was it. */
function TryNow({ retried, context }: RetriedEffectsProps) {
  const { retried: labels, replayAll } = context.labels.tasks;
  return (
    <FoldedAction
      id="retried-now"
      needs={NEEDS.effects.replay}
      title={labels.now.title}
      action={`${context.base}${EFFECTS}/retried/replay`}
      context={context}
      button={{ text: labels.now.button }}
    >
      <p class="small">{labels.now.text}</p>
      <div class="field">
        <label for="retried-effect">{replayAll.which}</label>
        <select id="retried-effect" name="effect">
          <option value="">{labels.now.all}</option>
          {retried.map(({ handler, count }) => (
            <option key={handler} value={handler ?? ''}>
              {labels.of(handler ?? '', count)}
            </option>
          ))}
        </select>
      </div>
    </FoldedAction>
  );
}
