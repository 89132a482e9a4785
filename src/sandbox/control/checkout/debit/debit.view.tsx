import { TEST_ACCOUNTS } from '../../../payments/index.js';
import type { MethodView } from '../open-page.types.js';
import { CheckField } from '../parts/check-field.view.js';
import { Field } from '../parts/field.view.js';
import { MethodForm } from '../parts/method-form.view.js';
import { MethodTitle } from '../parts/method-title.view.js';
import { PayButton } from '../parts/pay-button.view.js';

/** The form for the account of a direct debit. */
export function Debit({ view }: { view: MethodView }) {
  const { page } = view;
  const choice = TEST_ACCOUNTS.find(({ iban }) => iban === view.choice)?.iban;
  return (
    <MethodForm view={view}>
      <MethodTitle view={view} />
      <Field view={view} name="holder" label="Account holder" value={choice && 'A. Shopper'} autocomplete="name" />
      <Field view={view} name="iban" label="IBAN" hint="An account of the list, or any other IBAN." value={choice} />
      <CheckField view={view} name="mandate" label={`I allow ${page.shop} to take the amount from this account`} />
      <PayButton page={page} />
    </MethodForm>
  );
}
