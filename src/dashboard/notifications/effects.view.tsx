import { ListCard } from '../../pages/list.parts.js';
import { Empty, When } from '../../pages/parts.js';
import { pagerLinks } from '../../pages/paging.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { maskPersonal, type Page } from '../../support/index.js';
import type { FailingWork } from '../../shop/diagnostics/index.js';
import type { FailedCount, FailedEffect } from '../../shop/effects/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { orderAddress } from '../orders/order-address.js';
import { isAllowed, NEEDS } from '../frame/rights.js';
import { IfAllowed } from '../frame/rights.view.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import { ReplayAll } from './replay-all.view.js';
import type { ReplayRun } from './replay-runs.service.js';
import { RetriedEffects } from './retried-effects.view.js';
import { EFFECTS, Tabs } from './tabs.view.js';

/** The content of the list of failed effects. */
export interface EffectsPage {
  readonly list: Page<FailedEffect>;
  /** The number of failed effects, by handler. */
  readonly counts: readonly FailedCount[];
  /** What fails and is still tried, by handler. */
  readonly retried: readonly FailingWork[];
  /** The last replay that this process started. */
  readonly run: ReplayRun | null;
  readonly context: DashboardContext;
}

/** Renders the failed effects: what the shop should have done after a change. */
export function effectsPage({ list, counts, retried, run, context }: EffectsPage): RenderedPage {
  const { tasks: labels } = context.labels;
  const links = pagerLinks(list, context.base + EFFECTS);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const children = (
    <>
      <h1>{labels.title}</h1>
      <p class="lead">{labels.lead}</p>
      <Tabs here={EFFECTS} context={context} />
      {list.items.length > 0 && (
        <IfAllowed needs={NEEDS.effect.replay} title={labels.choice} context={context}>
          {null}
        </IfAllowed>
      )}
      {(all > 0 || run !== null) && (
        <ReplayAll
          run={run}
          isEmpty={all === 0}
          action={`${context.base}${EFFECTS}/all`}
          needs={NEEDS.effects}
          labels={labels.replayAll}
          context={context}
        >
          <WhichHandler counts={counts} all={all} context={context} />
        </ReplayAll>
      )}
      {retried.length > 0 && <RetriedEffects retried={retried} context={context} />}
      <ListCard name={labels.title} part="effects" links={links} empty={<Empty title={labels.none} />}>
        <ol class="failures">
          {list.items.map((effect) => (
            <Failed key={effect.id} effect={effect} context={context} />
          ))}
        </ol>
      </ListCard>
    </>
  );
  return dashboardPage({ title: labels.title, section: PATHS.notifications, context, children });
}

/** The choice of effects to replay: all, or those of one handler. */
function WhichHandler({ counts, all, context }: Pick<EffectsPage, 'counts' | 'context'> & { readonly all: number }) {
  const { replayAll: labels } = context.labels.tasks;
  return (
    <div class="field">
      <label for="effect">{labels.which}</label>
      <select id="effect" name="effect">
        <option value="">{labels.all(all)}</option>
        {counts.map(({ effect, count }) => (
          <option key={effect} value={effect}>
            {labels.of(effect, count)}
          </option>
        ))}
      </select>
    </div>
  );
}

function Failed({ effect, context }: { effect: FailedEffect; context: DashboardContext }) {
  const { tasks: labels } = context.labels;
  return (
    <li>
      <div class="body">
        <h2>{effect.effect}</h2>
        <p>
          {labels.order} <a href={orderAddress(context, effect)}>{effect.orderId}</a> {labels.group(effect.group)}
        </p>
        <p class="small inline">
          {labels.failedAfter(effect.attempts)} <When at={effect.failedAt} context={context} />
        </p>
        {effect.error !== null && <pre>{maskPersonal(effect.error)}</pre>}
      </div>
      {isAllowed(context.role, NEEDS.effect.replay) && <Choices effect={effect} context={context} />}
    </li>
  );
}

function Choices({ effect, context }: { effect: FailedEffect; context: DashboardContext }) {
  const { replay, discard } = context.labels.tasks;
  const action = `${context.base}${EFFECTS}/${encodeURIComponent(effect.id)}`;
  return (
    <>
      <FoldedAction
        id={`replay-${effect.id}`}
        needs={NEEDS.effect.replay}
        title={replay.title}
        action={`${action}/replay`}
        context={context}
        button={{ text: replay.button }}
      >
        <p class="small">{replay.text}</p>
      </FoldedAction>
      <FoldedAction
        id={`discard-${effect.id}`}
        needs={NEEDS.effect.discard}
        title={discard.title}
        action={`${action}/discard`}
        context={context}
        button={{ text: discard.button, isDestructive: true }}
      >
        <p class="small">{discard.text}</p>
      </FoldedAction>
    </>
  );
}
