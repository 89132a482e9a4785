import { moneyText } from '../../../../pages/money-text.js';
import type { MethodView } from '../open-page.types.js';
import { Detail } from '../parts/detail.view.js';
import { MethodForm } from '../parts/method-form.view.js';
import { MethodTitle } from '../parts/method-title.view.js';

const ENTITY = '00000';

/** The reference that the shopper types at a cash machine or in a bank's app. */
export function PaymentReference({ view }: { view: MethodView }) {
  return (
    <MethodForm view={view}>
      <MethodTitle view={view} />
      <dl class="sums">
        <Detail name="Entity" value={ENTITY} />
        <Detail name="Reference" value={view.reference} />
        <Detail name="Amount" value={moneyText(view.page.due, view.page.currency)} />
      </dl>
      <p class="hint">After 2 minutes: below 10.00 it is declined, up to 20.00 paid, above it expires.</p>
      <button class="primary" type="submit">
        I have paid it
      </button>
    </MethodForm>
  );
}
