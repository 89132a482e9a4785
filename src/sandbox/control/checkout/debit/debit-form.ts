import { PROBLEMS } from '../checkout.labels.js';
import { askAgain, hasProblems, isGiven, matches, problemsOf } from '../form-checks.js';
import type { FormAnswer, SubmittedMethodForm } from '../open-page.types.js';

const CHECKS = {
  holder: isGiven(PROBLEMS.accountHolder),
  iban: matches(/^[A-Z]{2}\d{2}(?: ?[A-Z\d]){8,30}$/i, PROBLEMS.iban),
  mandate: matches(/^yes$/, PROBLEMS.mandate),
};

/** Handles the form of a direct debit: the account decides. */
export function answerDebit({ fields }: SubmittedMethodForm): FormAnswer {
  const problems = problemsOf(fields, CHECKS);
  if (hasProblems(problems)) return askAgain(fields, problems);
  const { iban = '', holder = null } = fields;
  return { instrument: { kind: 'account', iban, holder } };
}
