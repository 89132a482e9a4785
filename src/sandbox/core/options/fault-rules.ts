import type { FaultKind, FaultOperation } from './fault.types.js';

/** The effect of a kind of fault. */
export interface FaultRule {
  /** One line for a person. */
  readonly effect: string;
  readonly operations: readonly FaultOperation[];
}

const NOTIFICATION: readonly FaultOperation[] = ['notification'];
const API: readonly FaultOperation[] = ['create', 'read', 'update', 'refund', 'list', 'other'];
const EVERYWHERE: readonly FaultOperation[] = [...API, ...NOTIFICATION];

/** The kinds of faults as data. Chance checks them in this order, so new ones must be added at the end. */
export const FAULT_RULES: Readonly<Record<FaultKind, FaultRule>> = {
  delay: {
    effect: 'A call is handled late; a notification leaves late, by the clock of the sandbox.',
    operations: EVERYWHERE,
  },
  drop: { effect: 'The request is lost: nothing is done, and no answer ever comes.', operations: EVERYWHERE },
  duplicate: { effect: 'The notification arrives twice, byte for byte the same.', operations: NOTIFICATION },
  reorder: { effect: 'The notification is overtaken by the next one about the order.', operations: NOTIFICATION },
  corrupt: { effect: 'One byte of the body changes after it was signed.', operations: NOTIFICATION },
  'wrong-key': { effect: 'The notification is signed with a key that no one has.', operations: NOTIFICATION },
  'clock-skew': {
    effect: "The sender's clock is wrong: its timestamp and its signature are.",
    operations: NOTIFICATION,
  },
  'error-before': { effect: 'An error 5xx is answered, and nothing is done.', operations: API },
  'error-after': { effect: 'The work is done, and an error 5xx is answered.', operations: API },
  'response-lost': { effect: 'The work is done, and the connection is cut before the answer.', operations: EVERYWHERE },
  reset: { effect: 'The connection is reset, and nothing is done.', operations: EVERYWHERE },
  'half-close': {
    effect: 'The connection is closed politely without an answer, and nothing is done.',
    operations: API,
  },
  'slow-body': { effect: 'The work is done, and the body arrives in small pieces.', operations: EVERYWHERE },
  'stale-read': {
    effect: 'The order is shown as it was two seconds ago, as by a copy that lags.',
    operations: ['read'],
  },
  'rate-limit': { effect: '429 with Retry-After is answered, and nothing is done.', operations: API },
  'foreign-refund': {
    effect: 'Someone refunds a part of the order in the dashboard, just before the call.',
    operations: ['read', 'update', 'refund'],
  },
  'stale-read-unbounded': {
    effect: 'The order is shown as it was before its newest change, however long ago that was.',
    operations: ['read'],
  },
};

/** Every kind, in the order of the table. */
export const FAULT_KINDS: readonly FaultKind[] = Object.keys(FAULT_RULES).filter(isFaultKind);

/** Every operation that a fault can strike. */
export const FAULT_OPERATIONS: readonly FaultOperation[] = EVERYWHERE;

/** Whether a text names a kind. */
export function isFaultKind(text: unknown): text is FaultKind {
  return typeof text === 'string' && Object.hasOwn(FAULT_RULES, text);
}

/** Whether a text names an operation. */
export function isFaultOperation(text: unknown): text is FaultOperation {
  return EVERYWHERE.some((operation) => operation === text);
}

/** Whether a kind can strike an operation. */
export function appliesTo(kind: FaultKind, operation: FaultOperation): boolean {
  return FAULT_RULES[kind].operations.includes(operation);
}
