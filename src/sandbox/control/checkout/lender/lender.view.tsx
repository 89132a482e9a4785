import { ANSWERS } from '../checkout.labels.js';
import type { MethodView } from '../open-page.types.js';
import { CheckField } from '../parts/check-field.view.js';
import { Field } from '../parts/field.view.js';
import { MethodForm } from '../parts/method-form.view.js';
import { MethodTitle } from '../parts/method-title.view.js';
import { PayButton } from '../parts/pay-button.view.js';

/** The lender's form, and the buttons that choose its answer. */
export function Lender({ view }: { view: MethodView }) {
  const { page, method, kept } = view;
  const answer = kept['answer'] ?? ANSWERS.lender[0].value;
  return (
    <MethodForm view={view}>
      <MethodTitle view={view} />
      <p>Buy now and pay {method.name} later.</p>
      <Field view={view} name="birthday" label="Date of birth" type="date" value="1990-01-01" autocomplete="bday" />
      <Field view={view} name="phone" label="Phone number" type="tel" value="+31 20 123 4567" autocomplete="tel" />
      <Field view={view} name="email" label="E-mail" type="email" value="shopper@example.com" autocomplete="email" />
      <CheckField view={view} name="terms" label={`I accept the terms of ${method.name}`} />
      <fieldset class="choices">
        <legend class="label">What does {method.name} answer?</legend>
        {ANSWERS.lender.map(({ value, label, hint }) => (
          <label class="choice" key={value}>
            <input type="radio" name="answer" value={value} checked={value === answer} />
            <span class="words">
              <span class="name">{label}</span>
              <span class="hint">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <PayButton page={page} later />
    </MethodForm>
  );
}
