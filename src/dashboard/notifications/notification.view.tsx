import type { RenderedPage } from '../../pages/page.frame.js';
import { Fact, When } from '../../pages/parts.js';
import { maskPersonal } from '../../support/index.js';
import type { StoredNotification } from '../../shop/admin/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { NEEDS } from '../frame/rights.js';
import { orderAddress } from '../orders/order-address.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import { NotificationTag } from './notifications.view.js';

interface Part {
  readonly notification: StoredNotification;
  readonly context: DashboardContext;
}

/** Renders one notification: its outcome, and its content without personal data. */
export function notificationPage({ notification, context }: Part): RenderedPage {
  const { state, id, content, reason } = notification;
  // What is still to be tried for the first time is not held up.
  const isReplayable = state === 'pending' ? reason !== null : state !== 'erased';
  const { one: labels, replay, states, title } = context.labels.notifications;
  const children = (
    <>
      <section class="card" aria-labelledby="notification" data-part="notification">
        <div class="body">
          <div class="title">
            <h1 id="notification">{labels.title(notification.orderId)}</h1>
            <NotificationTag state={state} context={context} />
          </div>
          <p class="lead">
            {labels.lead} {states[state].meaning}
          </p>
        </div>
        <dl class="facts body">
          <Facts notification={notification} context={context} />
        </dl>
      </section>
      {isReplayable && (
        <section class="card folds" aria-label={labels.actions}>
          <FoldedAction
            id="replay"
            needs={NEEDS.notification}
            title={replay.title}
            action={`${context.base}${PATHS.notifications}/one/replay?${new URLSearchParams({ id })}`}
            context={context}
            button={{ text: replay.button }}
          >
            <p class="small">{replay.text}</p>
          </FoldedAction>
        </section>
      )}
      <section class="card" aria-labelledby="content">
        <div class="head">
          <h2 id="content">{labels.content}</h2>
          <p>{labels.masked}</p>
        </div>
        <div class="body">{content === null ? <p class="small">{labels.erased}</p> : <pre>{content}</pre>}</div>
      </section>
    </>
  );
  const above = [{ href: context.base + PATHS.notifications, text: title }];
  return dashboardPage({ title: notification.orderId, section: PATHS.notifications, above, context, children });
}

function Facts({ notification, context }: Part) {
  const { one: labels } = context.labels.notifications;
  const { ownOrderId, group, reason, attempts, dueAt, doneAt } = notification;
  return (
    <>
      <Fact name={labels.order}>
        {ownOrderId === null ? (
          labels.noOrder
        ) : (
          <a href={orderAddress(context, { group, orderId: ownOrderId })}>{ownOrderId}</a>
        )}
      </Fact>
      <Fact name={labels.group}>{group}</Fact>
      <Fact name={labels.received}>
        <When at={notification.receivedAt} context={context} />
      </Fact>
      <Fact name={labels.signed}>
        <When at={notification.signedAt} context={context} />
      </Fact>
      <Fact name={labels.key}>
        <span class="mono">{notification.keyId}</span>
      </Fact>
      {doneAt !== null && (
        <Fact name={labels.done}>
          <When at={doneAt} context={context} />
        </Fact>
      )}
      {dueAt !== null && (
        <Fact name={labels.due}>
          <When at={dueAt} context={context} />
        </Fact>
      )}
      {reason !== null && (
        <Fact name={labels.wrong(attempts)} wide>
          {maskPersonal(reason)}
        </Fact>
      )}
      {notification.replays.map(({ by, why, at }) => (
        <Fact key={at} name={labels.replayedBy(by)}>
          {why} <When at={at} context={context} />
        </Fact>
      ))}
    </>
  );
}
