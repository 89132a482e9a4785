import { moneyText } from '../../pages/money-text.js';
import { ActionForm, TypedInput } from '../../pages/parts.js';
import { dateText } from '../../pages/time-text.js';
import type { RefundPage } from './refund-page.types.js';
import { NEEDS } from '../frame/rights.js';
import { IfAllowed } from '../frame/rights.view.js';
import { refundPath, WhyField } from './refund-parts.js';

/** The form in which a person decides the outcome of a refund: both verdicts, their consequences, and the reason. */
export function VerdictForm({ page: { refund, quietUntil, context } }: { page: RefundPage }) {
  const { verdict: labels } = context.labels;
  const amount = moneyText(refund.amount.amount, refund.amount.currency);
  const isQuiet = quietUntil !== null && quietUntil > context.now;
  const earliest = isQuiet ? labels.notBefore(dateText(quietUntil, context.timeZone)) : labels.asPlanned;
  const path = refundPath(context, refund.id);
  return (
    <section class="card" aria-labelledby="decide">
      <div class="head">
        <h2 id="decide">{labels.title}</h2>
        <p>{labels.hint}</p>
      </div>
      <IfAllowed needs={NEEDS.refund.decide} title={labels.action} context={context}>
        <div class="body">
          <ActionForm action={`${path}/decide`} context={context} back={path}>
            <div class="decide">
              <p>{labels.text(amount)}</p>
              <fieldset>
                <legend>{labels.legend}</legend>
                <div class="verdicts">
                  <Verdict value="paid" title={labels.paid.title} text={labels.paid.text(amount)} />
                  <Verdict value="not-paid" title={labels.notPaid.title} text={labels.notPaid.text(amount, earliest)} />
                </div>
              </fieldset>
              <div class="field">
                <label for="serviceRefundId">{labels.number}</label>
                <TypedInput id="serviceRefundId" type="text" name="serviceRefundId" maxlength={64} autocomplete="off" />
              </div>
              <WhyField id="why-decide" context={context} hint={labels.whyHint} />
              <button class="button main" type="submit">
                {labels.button}
              </button>
            </div>
          </ActionForm>
        </div>
      </IfAllowed>
    </section>
  );
}

function Verdict({ value, title, text }: { value: string; title: string; text: string }) {
  return (
    <label class="verdict">
      <input type="radio" name="verdict" value={value} required />
      <strong>{title}</strong>
      <span>{text}</span>
    </label>
  );
}
