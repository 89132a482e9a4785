import { moneyText } from '../../../../pages/money-text.js';
import { TEST_GIFT_CARDS } from '../../../payments/index.js';
import { PROBLEMS } from '../checkout.labels.js';
import { askAgain, isOneOf, problemsOf } from '../form-checks.js';
import type { FormAnswer, SubmittedMethodForm, MethodPages, MethodView } from '../open-page.types.js';
import { TestValues, type TestValue } from '../parts/test-values.view.js';
import { Balance } from './balance.view.js';
import { Prepaid } from './prepaid.view.js';

const NUMBERS = TEST_GIFT_CARDS.map(({ number }) => number);
const CHECKS = { number: isOneOf(NUMBERS, PROBLEMS.cardUnknown) };

/** The steps: first the number, then the balance, then the payment. */
function answerPrepaid({ fields, step }: SubmittedMethodForm): FormAnswer {
  const problems = problemsOf(fields, CHECKS);
  const number = NUMBERS.find((known) => known === fields['number']?.trim());
  if (number === undefined) return askAgain(fields, problems, ['number']);
  return step === 'balance' && fields['use'] === 'yes'
    ? { instrument: { kind: 'gift-card', number } }
    : { step: 'balance', carried: { number } };
}

function valuesOf({ giftCards, page }: MethodView): TestValue[] {
  return giftCards.map(({ number, balance }) => ({
    id: number,
    number,
    effect: `${moneyText(balance, page.currency)} on it`,
  }));
}

/** A gift card or a voucher pays the whole amount or a part. */
export const PREPAID_PAGES: MethodPages = {
  content: (view) => {
    const card = view.giftCards.find(({ number }) => number === view.carried['number']);
    if (view.step !== 'balance' || card === undefined) return <Prepaid view={view} />;
    return <Balance view={view} balance={card.balance} />;
  },
  aside: (view) => <TestValues title="Test cards" view={view} values={valuesOf(view)} />,
  answer: answerPrepaid,
};
