import type { TestCard } from '../../../payments/index.js';
import { hasProblems } from '../form-checks.js';
import type { MethodView } from '../open-page.types.js';
import { Field } from '../parts/field.view.js';
import { MethodForm } from '../parts/method-form.view.js';
import { MethodTitle } from '../parts/method-title.view.js';
import { PayButton } from '../parts/pay-button.view.js';
import { groupedNumber } from './test-card-list.js';

const NOTHING = { number: '', holder: '', expiry: '', cvc: '' } as const;

/** The form of the card, filled with a test card if one was chosen. A typed number or security code is never shown again. */
export function Card({ view, card }: { view: MethodView; card: TestCard | null }) {
  const { page, method, problems } = view;
  const isFilled = card !== null && !hasProblems(problems);
  const filled = isFilled
    ? { number: groupedNumber(card.number), holder: 'A. Shopper', expiry: '12/31', cvc: '123' }
    : NOTHING;
  return (
    <MethodForm view={view}>
      <MethodTitle view={view} />
      <Field
        view={view}
        name="number"
        label="Card number"
        hint="A test card only: never type the number of a real one."
        inputmode="numeric"
        value={filled.number}
      />
      <Field view={view} name="holder" label="Name on the card" autocomplete="cc-name" value={filled.holder} />
      <div class="fields">
        <Field view={view} name="expiry" label="Expiry date" hint="Month/year, e.g. 12/31" value={filled.expiry} half />
        <Field
          view={view}
          name="cvc"
          label="Security code"
          hint="3 or 4 digits"
          inputmode="numeric"
          value={filled.cvc}
          half
        />
      </div>
      <PayButton page={page} />
      {method.code === 'MISTERCASH' && <a href="?method=MISTERCASH&step=app">Pay with the Bancontact app</a>}
    </MethodForm>
  );
}
