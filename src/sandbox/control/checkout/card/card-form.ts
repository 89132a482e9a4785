import {
  digitsOf,
  NOT_AUTHENTICATED,
  type PaymentInstrument,
  testCard,
  type TestCard,
} from '../../../payments/index.js';
import { PROBLEMS } from '../checkout.labels.js';
import { askAgain, hasProblems, isGiven, problemsOf } from '../form-checks.js';
import type { Fields, FormAnswer, SubmittedMethodForm } from '../open-page.types.js';
import { expiryProblem, numberProblem, securityCodeProblem, yearMonthOf } from './card-checks.js';
import { cardId, cardOf } from './test-card-list.js';

const SECRET = ['number', 'cvc'] as const;

/** Handles the form of a card, and the answer to its bank's 3-D Secure question. */
export function answerCard(form: SubmittedMethodForm): FormAnswer {
  return form.step === '3ds' ? answerChallenge(form) : answerForm(form);
}

function answerForm({ fields, method, now }: SubmittedMethodForm): FormAnswer {
  const problems = problemsOf(fields, {
    number: (value) => numberProblem(method.code, value),
    holder: isGiven(PROBLEMS.cardHolder),
    expiry: (value) => expiryProblem(value, now),
    cvc: securityCodeProblem,
  });
  const card = testCard(digitsOf(fields['number'] ?? ''));
  if (hasProblems(problems) || card === null) return askAgain(fields, problems, SECRET);
  const { holder, expiry } = fields;
  const carried = { card: cardId(card), holder, expiry };
  return card.hasChallenge ? { step: '3ds', carried } : { instrument: instrumentOf(card, fields) };
}

function answerChallenge({ fields, method }: SubmittedMethodForm): FormAnswer {
  const card = cardOf(method.code, fields['card']);
  if (card === null) return askAgain(fields, { number: PROBLEMS.cardMissing }, SECRET);
  return challengeAnswer(fields['answer'], instrumentOf(card, fields));
}

/** The effect of the shopper's answer to the card's bank: only a confirmed card is charged. */
export function challengeAnswer(answer: string | undefined, instrument: PaymentInstrument): FormAnswer {
  switch (answer) {
    case 'accept':
      return { instrument };
    case 'leave':
      return { outcome: 'cancelled' };
    default:
      return { outcome: 'declined', refusal: NOT_AUTHENTICATED };
  }
}

const instrumentOf = ({ number }: TestCard, { holder, expiry = '' }: Fields): PaymentInstrument => ({
  kind: 'card',
  number,
  holder: holder ?? null,
  expiry: yearMonthOf(expiry) ?? '',
});
