import type { MethodView } from '../open-page.types.js';
import { Field } from '../parts/field.view.js';
import { MethodForm } from '../parts/method-form.view.js';
import { MethodTitle } from '../parts/method-title.view.js';
import { PayButton } from '../parts/pay-button.view.js';

/** The phone on which the shopper confirms a payment. */
export function Phone({ view }: { view: MethodView }) {
  return (
    <MethodForm view={view}>
      <MethodTitle view={view} />
      <Field
        view={view}
        name="phone"
        label="Phone number"
        hint="No one is called: any number will do."
        value="+351 912 345 678"
        type="tel"
        autocomplete="tel"
      />
      <PayButton page={view.page} />
    </MethodForm>
  );
}
