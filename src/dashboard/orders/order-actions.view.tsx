import { randomUUID } from 'node:crypto';
import { moneyText } from '../../pages/money-text.js';
import type { OrderDossier } from '../../shop/operator/index.js';
import { attentionText } from '../../shop/operator/index.js';
import { PATHS, type DashboardDesk } from '../frame/dashboard.layout.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import { ORDER } from './order-address.js';

interface Part {
  readonly dossier: OrderDossier;
  readonly desk: DashboardDesk;
}

/** What can be done with the order now. */
export function OrderActions({ dossier, desk }: Part) {
  const { order, remaining } = dossier;
  const isRefundable = remaining.amount > 0;
  const isErased = order.erasedAt !== null;
  return (
    <section class="card folds" aria-labelledby="actions" data-part="actions">
      <div class="head">
        <h2 id="actions">What can be done</h2>
        <p>Each is recorded with your name and your reason</p>
      </div>
      {order.attention !== null && <Acknowledge dossier={dossier} desk={desk} />}
      <FoldedAction
        id="sync"
        title="Ask the service now"
        action={actionOf(dossier, desk, 'sync')}
        desk={desk}
        button={{ text: 'Ask the service' }}
      >
        <p class="small">
          Reads every attempt of the order and takes the answers as any other look. Safe to repeat: what is known is not
          done again.
        </p>
      </FoldedAction>
      {isRefundable && <Refund dossier={dossier} desk={desk} />}
      {!isErased && <Erase dossier={dossier} desk={desk} />}
    </section>
  );
}

const actionOf = ({ order: { group, orderId } }: OrderDossier, { base }: DashboardDesk, action: string): string =>
  `${base}${PATHS.orders}/${ORDER}/${action}?${new URLSearchParams({ group, id: orderId })}`;

function Acknowledge({ dossier, desk }: Part) {
  return (
    <FoldedAction
      id="acknowledge"
      title="Say that you have seen to it"
      action={actionOf(dossier, desk, 'acknowledge')}
      desk={desk}
      button={{ text: 'I have seen to it' }}
    >
      <p class="small">
        {attentionText(dossier.order.attention ?? '')} Clears the mark; nothing else changes, and it comes back should
        it happen again.
      </p>
    </FoldedAction>
  );
}

function Refund({ dossier, desk }: Part) {
  const { remaining } = dossier;
  const left = moneyText(remaining.amount, remaining.currency);
  return (
    <FoldedAction
      id="refund"
      title="Give money back"
      action={actionOf(dossier, desk, 'refund')}
      desk={desk}
      button={{ text: 'Give it back', isGrave: true }}
    >
      <p class="small">
        Up to {left} can be given back. The customer may read your reason. The refund waits for its turn, and until it
        is sent it can be called off.
      </p>
      {/* The same form sent twice is the same refund. */}
      <input type="hidden" name="key" value={`dashboard-${randomUUID()}`} />
      <div class="field">
        <label for="amount">Amount in {remaining.currency}, exactly</label>
        <input
          id="amount"
          type="text"
          name="amount"
          inputmode="decimal"
          autocomplete="off"
          required
          maxlength={24}
          placeholder={`at most ${remaining.toDecimal()}`}
        />
      </div>
    </FoldedAction>
  );
}

function Erase({ dossier, desk }: Part) {
  return (
    <FoldedAction
      id="erase"
      title="Erase personal data"
      action={actionOf(dossier, desk, 'erase')}
      desk={desk}
      button={{ text: 'Erase for good', isGrave: true }}
    >
      <p class="small">
        Erases the description, payment pages and the content of notifications. Amounts, statuses and what happened when
        stay, so that nothing is done twice. It cannot be undone.
      </p>
      <p class="tick">
        <input id="sure" type="checkbox" name="sure" value="yes" required />
        <label for="sure">I know that it cannot be undone</label>
      </p>
    </FoldedAction>
  );
}
