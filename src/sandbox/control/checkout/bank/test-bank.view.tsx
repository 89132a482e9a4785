import { moneyText } from '../../../../pages/money-text.js';
import { ANSWERS } from '../checkout.labels.js';
import type { MethodView } from '../open-page.types.js';
import { MethodForm } from '../parts/method-form.view.js';
import { AnswerButtons } from '../parts/answer-buttons.view.js';

/** The page of the bank; its buttons choose the bank's answer. */
export function TestBank({ view, bank }: { view: MethodView; bank: string }) {
  const { page } = view;
  return (
    <MethodForm view={view}>
      <h2 class="label">{bank}</h2>
      <p>
        {page.shop} asks for {moneyText(page.due, page.currency)}. What does the bank answer?
      </p>
      <AnswerButtons name="outcome" buttons={ANSWERS.bank} />
    </MethodForm>
  );
}
