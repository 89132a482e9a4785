import type { PageContext } from '../../pages/page-context.js';
import { ActionForm, When } from '../../pages/parts.js';
import type { SandboxOrderEntity, SandboxTransactionEntity } from '../orders/index.js';
import { TRY_ACTIONS } from './try-actions.js';
import { transactionPath } from './transactions.view.js';

/** Whether a payment was left for another one, and is not decided yet. */
export const isLeftOpen = (
  { id, type, status, isPart }: SandboxTransactionEntity,
  { transactionKey }: SandboxOrderEntity,
): boolean => type === 'payment' && status === 'initialized' && !isPart && id !== transactionKey;

/** When a try that was left ends by itself, and what may become of it before. */
export function TryActions({
  order,
  movement,
  context,
}: {
  order: SandboxOrderEntity;
  movement: SandboxTransactionEntity;
  context: PageContext;
}) {
  const path = transactionPath(order.id);
  return (
    <>
      {movement.dueAt !== null && (
        <span class="under">
          expires <When at={movement.dueAt} context={context} />
        </span>
      )}
      {TRY_ACTIONS.map(({ name, label }) => (
        <ActionForm key={name} action={`${path}/${name}`} context={context} back={path}>
          <input type="hidden" name="transaction" value={movement.transactionId} />
          <button class="button" type="submit">
            {label}
          </button>
        </ActionForm>
      ))}
    </>
  );
}
