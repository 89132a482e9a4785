import type { RenderedPage } from '../../pages/page.frame.js';
import { Fact, When } from '../../pages/parts.js';
import { maskPersonal } from '../../support/index.js';
import type { StoredNotification } from '../../shop/admin/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { orderAddress } from '../orders/order-address.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import { NOTIFICATION_LABELS } from './notification.labels.js';
import { NotificationTag } from './notifications.view.js';

interface Part {
  readonly notification: StoredNotification;
  readonly context: DashboardContext;
}

/** Renders one notification: what became of it, and its content without anything personal. */
export function notificationPage({ notification, context }: Part): RenderedPage {
  const { state, id, content } = notification;
  const children = (
    <>
      <section class="card" aria-labelledby="notification" data-part="notification">
        <div class="body">
          <div class="title">
            <h1 id="notification">Notification about {notification.orderId}</h1>
            <NotificationTag state={state} />
          </div>
          <p class="lead">
            Its signature was verified, its bytes were stored, then it was acknowledged.{' '}
            {NOTIFICATION_LABELS[state].meaning}
          </p>
        </div>
        <dl class="facts body">
          <Facts notification={notification} context={context} />
        </dl>
      </section>
      {state !== 'pending' && state !== 'erased' && (
        <section class="card folds" aria-label="What can be done">
          <FoldedAction
            id="replay"
            needs="/notifications/one/replay"
            title="Replay it"
            action={`${context.base}${PATHS.notifications}/one/replay?${new URLSearchParams({ id })}`}
            context={context}
            button={{ text: 'Replay' }}
          >
            <p class="small">
              Has it applied once more, from the bytes that were received. What has happened already does not happen
              again.
            </p>
          </FoldedAction>
        </section>
      )}
      <section class="card" aria-labelledby="content">
        <div class="head">
          <h2 id="content">Content</h2>
          <p>Nothing personal is shown</p>
        </div>
        <div class="body">{content === null ? <p class="small">It has been erased.</p> : <pre>{content}</pre>}</div>
      </section>
    </>
  );
  const above = [{ href: context.base + PATHS.notifications, text: 'Notifications' }];
  return dashboardPage({ title: notification.orderId, section: PATHS.notifications, above, context, children });
}

function Facts({ notification, context }: Part) {
  const { ownOrderId, group, reason, attempts, dueAt, doneAt } = notification;
  return (
    <>
      <Fact name="Order">
        {ownOrderId === null ? (
          'this shop has none of that id'
        ) : (
          <a href={orderAddress(context, { group, orderId: ownOrderId })}>{ownOrderId}</a>
        )}
      </Fact>
      <Fact name="Terminal group">{group}</Fact>
      <Fact name="Received">
        <When at={notification.receivedAt} context={context} />
      </Fact>
      <Fact name="Signed, by the service's clock">
        <When at={notification.signedAt} context={context} />
      </Fact>
      <Fact name="Verified by the key">
        <span class="mono">{notification.keyId}</span>
      </Fact>
      {doneAt !== null && (
        <Fact name="Done with">
          <When at={doneAt} context={context} />
        </Fact>
      )}
      {dueAt !== null && (
        <Fact name="Worked on next">
          <When at={dueAt} context={context} />
        </Fact>
      )}
      {reason !== null && (
        <Fact name={attempts > 1 ? `What went wrong, the last of ${attempts} times` : 'What went wrong'} wide>
          {maskPersonal(reason)}
        </Fact>
      )}
      {notification.replays.map(({ by, why, at }) => (
        <Fact key={at} name={`Replayed by ${by}`}>
          {why} <When at={at} context={context} />
        </Fact>
      ))}
    </>
  );
}
