import { digitsOf, testCard, type TestCard } from '../../../payments/index.js';
import { PROBLEMS } from '../checkout.labels.js';
import { askAgain, hasProblems, isGiven, problemsOf } from '../form-checks.js';
import type { Fields, FormAnswer, SubmittedMethodForm } from '../open-page.types.js';
import { expiryProblem, numberProblem, securityCodeProblem, yearMonthOf } from './card-checks.js';
import { cardId, cardOf } from './test-card-list.js';

const SECRET = ['number', 'cvc'] as const;
/** The 3-D Secure authentication of a card failed (protocol §3.4). */
const NOT_AUTHENTICATED = { reason: '3-D Secure authentication failed', code: '3001' } as const;

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
  return card.hasChallenge ? { step: '3ds', carried: { card: cardId(card), holder, expiry } } : payWith(card, fields);
}

function answerChallenge({ fields, method }: SubmittedMethodForm): FormAnswer {
  const card = cardOf(method.code, fields['card']);
  if (card === null) return askAgain(fields, { number: PROBLEMS.cardMissing }, SECRET);
  switch (fields['answer']) {
    case 'accept':
      return payWith(card, fields);
    case 'leave':
      return { outcome: 'cancelled' };
    default:
      return { outcome: 'declined', refusal: NOT_AUTHENTICATED };
  }
}

function payWith({ number }: TestCard, { holder, expiry = '' }: Fields): FormAnswer {
  return { instrument: { kind: 'card', number, holder: holder ?? null, expiry: yearMonthOf(expiry) ?? '' } };
}
