import type { ComponentChildren } from 'preact';
import { moneyText } from '../../pages/money-text.js';
import { ActionForm } from '../../pages/parts.js';
import { dateText } from '../../pages/time-text.js';
import type { RefundPage } from './refund-page.types.js';
import { IfAllowed } from '../frame/rights.view.js';
import { refundPath, WhyField } from './refund-parts.js';

/** Where a person says what became of a refund: both verdicts, what follows from each, and why. */
export function VerdictForm({ page: { refund, quietUntil, context } }: { page: RefundPage }) {
  const amount = moneyText(refund.amount.amount, refund.amount.currency);
  const isQuiet = quietUntil !== null && quietUntil > context.now;
  const earliest = isQuiet ? `not before ${dateText(quietUntil, context.timeZone)}` : 'when its turn comes';
  const path = refundPath(context, refund.id);
  return (
    <section class="card" aria-labelledby="decide">
      <div class="head">
        <h2 id="decide">Does the service have this refund?</h2>
        <p>Nothing more is sent until someone says</p>
      </div>
      <IfAllowed action="/refunds/:id/decide" title="Say what became of it" context={context}>
        <div class="body">
          <ActionForm action={`${path}/decide`} context={context} back={path}>
            <div class="decide">
              <p>
                Look for {amount} on this order in the service's own dashboard, on the account statement, or ask the
                service above. If you are not sure, leave it as it is: waiting costs nothing.
              </p>
              <fieldset>
                <legend>Your verdict</legend>
                <div class="verdicts">
                  <Verdict value="paid" title="Yes, the service has it">
                    The customer gets {amount}. Nothing is sent; it is followed until the money has left. If this is
                    wrong, the customer gets nothing.
                  </Verdict>
                  <Verdict value="not-paid" title="No, the service does not have it">
                    It is sent again, {earliest}. If this is wrong, the customer gets {amount} twice.
                  </Verdict>
                </div>
              </fieldset>
              <div class="field">
                <label for="serviceRefundId">The service's own number of it, if you found one</label>
                <input id="serviceRefundId" type="text" name="serviceRefundId" maxlength={64} autocomplete="off" />
              </div>
              <WhyField id="why-decide" context={context} hint="Where you looked, and what you saw" />
              <button class="button main" type="submit">
                Record the decision
              </button>
            </div>
          </ActionForm>
        </div>
      </IfAllowed>
    </section>
  );
}

function Verdict({ value, title, children }: { value: string; title: string; children: ComponentChildren }) {
  return (
    <label class="verdict">
      <input type="radio" name="verdict" value={value} required />
      <strong>{title}</strong>
      <span>{children}</span>
    </label>
  );
}
