import { ListCard } from '../../pages/list.parts.js';
import { Empty, When } from '../../pages/parts.js';
import { pagerLinks } from '../../pages/paging.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { maskPersonal, type Page } from '../../support/index.js';
import type { FailedEffect } from '../../shop/effects/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { orderAddress } from '../orders/order-address.js';
import { isAllowed } from '../frame/rights.js';
import { IfAllowed } from '../frame/rights.view.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import { EFFECTS, Tabs } from './tabs.view.js';

const REPLAY = '/notifications/effects/:id/replay';

/** Renders the effects that were given up: what the shop meant to do after a change, and did not. */
export function effectsPage({ list, context }: { list: Page<FailedEffect>; context: DashboardContext }): RenderedPage {
  const links = pagerLinks(list, context.base + EFFECTS);
  const children = (
    <>
      <h1>Failed tasks</h1>
      <p class="lead">
        What the shop meant to do after a change, as sending a mail, and could not: it has been tried as often as it may
        be, and has not happened. Mend the cause and replay, or see to it in another way and discard.
      </p>
      <Tabs here={EFFECTS} context={context} />
      {list.items.length > 0 && (
        <IfAllowed action={REPLAY} title="Replay them, or leave them be" context={context}>
          {null}
        </IfAllowed>
      )}
      <ListCard name="Failed tasks" part="effects" links={links} empty={<Empty title="No task has failed" />}>
        <ol class="failures">
          {list.items.map((effect) => (
            <Failed key={effect.id} effect={effect} context={context} />
          ))}
        </ol>
      </ListCard>
    </>
  );
  return dashboardPage({ title: 'Failed tasks', section: PATHS.notifications, context, children });
}

function Failed({ effect, context }: { effect: FailedEffect; context: DashboardContext }) {
  return (
    <li>
      <div class="body">
        <h2>{effect.effect}</h2>
        <p>
          for order <a href={orderAddress(context, effect)}>{effect.orderId}</a> of {effect.group}
        </p>
        <p class="small inline">
          Failed after {effect.attempts} {effect.attempts === 1 ? 'attempt' : 'attempts'}{' '}
          <When at={effect.failedAt} context={context} />
        </p>
        {effect.error !== null && <pre>{maskPersonal(effect.error)}</pre>}
      </div>
      {isAllowed(context.role, REPLAY) && <Choices effect={effect} context={context} />}
    </li>
  );
}

function Choices({ effect, context }: { effect: FailedEffect; context: DashboardContext }) {
  const action = `${context.base}${EFFECTS}/${encodeURIComponent(effect.id)}`;
  return (
    <>
      <FoldedAction
        id={`replay-${effect.id}`}
        needs={REPLAY}
        title="Replay it"
        action={`${action}/replay`}
        context={context}
        button={{ text: 'Replay' }}
      >
        <p class="small">Runs it again at once, with all its attempts, under the id it always had.</p>
      </FoldedAction>
      <FoldedAction
        id={`discard-${effect.id}`}
        needs="/notifications/effects/:id/discard"
        title="Discard it"
        action={`${action}/discard`}
        context={context}
        button={{ text: 'Discard', isDestructive: true }}
      >
        <p class="small">It does not happen any more. Do this when it has been seen to in another way.</p>
      </FoldedAction>
    </>
  );
}
