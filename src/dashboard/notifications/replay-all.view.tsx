import { ActionForm, When } from '../../pages/parts.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';
import type { Need } from '../frame/rights.js';
import { IfAllowed } from '../frame/rights.view.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import type { ReplayAllLabels } from './replay-all.labels.js';
import type { ReplayRun } from './replay-runs.service.js';

/** Input of the view of a replay. */
export interface ReplayAllProps {
  /** The last replay that this process started. */
  readonly run: ReplayRun | null;
  readonly isEmpty: boolean;
  /** The address of its forms. */
  readonly action: string;
  /** What starting and stopping it need: entries in `NEEDS`. */
  readonly needs: { readonly replay: Need; readonly stop: Need };
  readonly labels: ReplayAllLabels;
  readonly context: DashboardContext;
  /** Further fields of the form. */
  readonly children?: unknown;
}

/** The progress or result of a replay; and a form to start one, unless one is running. */
export function ReplayAll(props: ReplayAllProps) {
  const { run, isEmpty, action, needs, labels, context, children } = props;
  return (
    <section class="card folds" aria-label={labels.title} data-part="replay">
      {run !== null && <Run {...props} run={run} />}
      {run?.ending !== null && !isEmpty && (
        <FoldedAction
          id="all"
          needs={needs.replay}
          title={labels.title}
          action={`${action}/replay`}
          context={context}
          button={{ text: labels.button }}
        >
          <p class="small">{labels.text}</p>
          {children}
        </FoldedAction>
      )}
    </section>
  );
}

function Run({ run, action, needs, labels, context }: ReplayAllProps & { readonly run: ReplayRun }) {
  const { progress, ending, by, begunAt } = run;
  return (
    <div class="body" role="status">
      <h2>{ending === null ? labels.underWay : labels.last}</h2>
      <p>
        {labels.progress(progress.seen, progress.replayed, progress.waiting)}{' '}
        {ending !== null && labels.endings[ending]}
      </p>
      <p class="small inline">
        {labels.begun(by)} <When at={begunAt} context={context} />
        {' · '}
        {labels.shownBy}
      </p>
      {ending === null && (
        <IfAllowed needs={needs.stop} title={labels.stop.title} context={context}>
          <div class="steps">
            <ActionForm action={`${action}/stop`} context={context}>
              <input type="hidden" name="why" value={labels.stop.why} />
              <button class="button slim" type="submit">
                {labels.stop.button}
              </button>
            </ActionForm>
          </div>
        </IfAllowed>
      )}
    </div>
  );
}
