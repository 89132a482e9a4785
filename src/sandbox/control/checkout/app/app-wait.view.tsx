import { ANSWERS } from '../checkout.labels.js';
import type { MethodView } from '../open-page.types.js';
import { MethodForm } from '../parts/method-form.view.js';
import { MethodTitle } from '../parts/method-title.view.js';
import { AnswerButtons } from '../parts/answer-buttons.view.js';

/** The page of a payment that waits for the app on the shopper's phone. */
export function AppWait({ view }: { view: MethodView }) {
  return (
    <MethodForm view={view}>
      <MethodTitle view={view} />
      <p>The app on your phone now asks for the payment. What does it answer?</p>
      <AnswerButtons name="outcome" buttons={ANSWERS.app} />
    </MethodForm>
  );
}
