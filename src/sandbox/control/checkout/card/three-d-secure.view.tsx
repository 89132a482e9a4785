import { moneyText } from '../../../../pages/money-text.js';
import { ANSWERS } from '../checkout.labels.js';
import type { MethodView } from '../open-page.types.js';
import { MethodForm } from '../parts/method-form.view.js';
import { AnswerButtons } from '../parts/answer-buttons.view.js';

/** The page on which the card's bank checks the shopper's identity. */
export function ThreeDSecure({ view, last4 }: { view: MethodView; last4: string }) {
  const { page } = view;
  return (
    <MethodForm view={view}>
      <h2 class="label">3-D Secure: is it you?</h2>
      <p>
        The bank of the card ending in {last4} asks you to confirm {moneyText(page.due, page.currency)} to {page.shop}.
      </p>
      <AnswerButtons name="answer" buttons={ANSWERS.challenge} />
    </MethodForm>
  );
}
