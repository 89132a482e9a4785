import type { Execution, RetryRule } from '../../protocol/index.js';
import type { TextStyle } from '../output/index.js';
import type { CodeAnswer, CodeMeaning, OwnMeaning } from './error-answers.js';

const CARRIED_OUT: Readonly<Record<Execution, string>> = {
  'not-executed': 'no',
  executed: 'yes',
  unknown: 'not known: read the order before anything is repeated',
};

const TRY_AGAIN: Readonly<Record<RetryRule, string>> = {
  no: 'no',
  'new-attempt': 'under a new order id',
  backoff: 'after a while',
  'reconcile-first': 'only after reading what became of it',
};

const WHO: Readonly<Record<CodeAnswer['actor'], string>> = {
  merchant: 'the shop',
  customer: 'the customer',
  service: 'the service',
  'third-party': 'a third party, such as the bank',
};

const headOf = ({ operations, name }: CodeAnswer, count: number): string =>
  count === 1 ? name : `${name} (${operations.join(', ')})`;

function answerText(answer: CodeAnswer, count: number, { bold }: TextStyle): string {
  const { cause, execution, retry, actor, advice, customer } = answer;
  const rows = [
    ['Why', cause],
    ['Carried out', CARRIED_OUT[execution]],
    ['Try again', TRY_AGAIN[retry]],
    ['Who must act', WHO[actor]],
    ['What to do', advice],
    ['Customer, English', customer.en],
    ['Customer, Dutch', customer.nl],
  ] as const;
  return [bold(headOf(answer, count)), ...rows.map(([what, text]) => `  ${`${what}:`.padEnd(19)}${text}`)].join('\n');
}

/** A code of the service as text for people: its meaning by operation. */
export function meaningText({ code, listed, docs, answers }: CodeMeaning, style: TextStyle): string {
  const head = `${code}${listed ? '' : ', which is not listed'} (${docs})`;
  return [style.bold(head), ...answers.map((answer) => answerText(answer, answers.length, style))].join('\n');
}

/** A code of this package as text for people. */
export const ownMeaningText = ({ code, docs, cause, advice }: OwnMeaning, { bold }: TextStyle): string =>
  [bold(`${code} (${docs})`), `  Why:        ${cause}`, `  What to do: ${advice}`].join('\n');
