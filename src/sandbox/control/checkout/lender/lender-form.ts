import type { PaymentOutcome } from '../../../payments/index.js';
import { ANSWERS, PROBLEMS } from '../checkout.labels.js';
import { askAgain, hasProblems, isOneOf, matches, PHONE, problemsOf } from '../form-checks.js';
import type { FormAnswer, SubmittedMethodForm } from '../open-page.types.js';

const OUTCOMES: readonly PaymentOutcome[] = ANSWERS.lender.map(({ value }) => value);

const CHECKS = {
  birthday: matches(/^(19|20)\d\d-\d\d-\d\d$/, PROBLEMS.birthday),
  phone: matches(PHONE, PROBLEMS.phone),
  email: matches(/^[^\s@]+@[^\s@]+$/, PROBLEMS.email),
  terms: matches(/^yes$/, PROBLEMS.terms),
  answer: isOneOf(OUTCOMES, PROBLEMS.answer),
};

/** Handles the form of a lender. */
export function answerLender({ fields }: SubmittedMethodForm): FormAnswer {
  const problems = problemsOf(fields, CHECKS);
  const outcome = OUTCOMES.find((each) => each === fields['answer']);
  return hasProblems(problems) || outcome === undefined ? askAgain(fields, problems) : { outcome };
}
