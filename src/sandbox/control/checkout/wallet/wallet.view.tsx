import { moneyText } from '../../../../pages/money-text.js';
import type { MethodView } from '../open-page.types.js';
import { MethodForm } from '../parts/method-form.view.js';
import { MethodTitle } from '../parts/method-title.view.js';
import { AnswerButtons } from '../parts/answer-buttons.view.js';

/** The page of a wallet: a stand-in that asks the shopper to confirm. */
export function Wallet({ view }: { view: MethodView }) {
  const { page, method } = view;
  const buttons = [
    { value: 'paid', label: `Pay ${moneyText(page.due, page.currency)}` },
    { value: 'declined', label: 'The wallet refuses' },
  ];
  return (
    <MethodForm view={view}>
      <MethodTitle view={view} />
      <p>A stand-in for {method.name}: nobody signs in, and nothing is taken from any account.</p>
      <AnswerButtons name="outcome" buttons={buttons} />
    </MethodForm>
  );
}
