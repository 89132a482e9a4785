import type { MethodView } from '../open-page.types.js';
import { Field } from '../parts/field.view.js';
import { MethodForm } from '../parts/method-form.view.js';
import { MethodTitle } from '../parts/method-title.view.js';

/** The form for the number of a gift card or a voucher. */
export function Prepaid({ view }: { view: MethodView }) {
  const chosen = view.giftCards.find(({ number }) => number === view.choice);
  return (
    <MethodForm view={view}>
      <MethodTitle view={view} />
      <Field view={view} name="number" label="Number of the card" value={chosen?.number} inputmode="numeric" />
      <button class="primary" type="submit">
        Check the balance
      </button>
    </MethodForm>
  );
}
