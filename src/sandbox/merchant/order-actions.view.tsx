import type { Desk } from './desk.js';
import { possibleActions } from './order-actions.js';
import type { OrderHistory } from './order-history.js';
import { ActionForm } from './parts.js';
import { transactionPath } from './transactions.view.js';

/** What can be done with the order now; nothing when nothing can. */
export function OrderActions({ history: { order }, desk }: { history: OrderHistory; desk: Desk }) {
  const actions = possibleActions(order);
  if (actions.length === 0) return null;
  const path = transactionPath(order.id);
  return (
    <div class="body actions" role="group" aria-label="What the merchant can do">
      {actions.map(({ name, label, isGrave }) => (
        <ActionForm key={name} action={`${path}/${name}`} desk={desk} back={path}>
          <button class={isGrave === true ? 'button danger' : 'button'} type="submit">
            {label}
          </button>
        </ActionForm>
      ))}
    </div>
  );
}
