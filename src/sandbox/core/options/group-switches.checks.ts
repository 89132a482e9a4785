import { ERROR_CODES, REFUND_GUARD_MS, type Fault } from '../../../protocol/index.js';
import type { SandboxSwitches } from './group-switches.types.js';

/** The default behaviour of an account. */
export const DEFAULT_SWITCHES: SandboxSwitches = {
  keyMode: 'test',
  siteActive: true,
  accountBlocked: false,
  mayListTransactions: true,
  listCursor: 'keyset',
  listedGiftCards: 'payment',
  error: null,
  errorStatus: 'documented',
  zeroAuthorisation: false,
  walletBalance: null,
  payoutBalance: null,
  lowBalance: 'refused',
  refundGuard: 'order',
  refundGuardAnchor: 'accepted',
  refundGuardMs: REFUND_GUARD_MS,
  refundSpacingMs: 0,
  refundTags: ['refund_order_id', 'var', 'description'],
  refundAnswer: 'ids',
  untaggedMethods: [],
  refundOrderIdReuse: 'accepted',
  cancelledForm: 'first',
  pageAfterEnd: 'closed',
  shownTry: 'paid',
  ownAcquirer: false,
  heldShipment: 'uncleared',
  chargebackForm: 'status',
  lentRefundForm: 'refunded',
  refundStatusIn: 'both',
  amountRefundedAt: 'acceptance',
  listedRefunds: 'all',
  captureRows: 'named',
  readPage: 'shown',
  cardAuthentication: 'never',
  releaseForm: 'status',
};

interface Rule {
  readonly isGood: (value: unknown) => boolean;
  readonly message: string;
}

const TAGS: ReadonlySet<unknown> = new Set(DEFAULT_SWITCHES.refundTags);

const oneOf = (...values: string[]): Rule => ({
  isGood: (value) => values.some((one) => one === value),
  message: `must be ${values.join(' or ')}`,
});
const FLAG: Rule = { isGood: (value) => typeof value === 'boolean', message: 'must be true or false' };
const COUNT: Rule = { isGood: isCount, message: 'must be a whole number of at least 0' };
const BALANCE: Rule = {
  isGood: (value) => value === null || isCount(value),
  message: 'must be a whole number of minor units, or null',
};

const RULES: Readonly<Record<keyof SandboxSwitches, Rule>> = {
  keyMode: oneOf('test', 'live'),
  siteActive: FLAG,
  accountBlocked: FLAG,
  mayListTransactions: FLAG,
  listCursor: oneOf('keyset', 'offset'),
  listedGiftCards: oneOf('payment', 'coupon'),
  error: {
    isGood: (value) => value === null || (typeof value === 'number' && ERROR_CODES.has(value)),
    message: 'must be an error code of the specification, or null',
  },
  errorStatus: oneOf('documented', 'ok'),
  zeroAuthorisation: FLAG,
  walletBalance: BALANCE,
  payoutBalance: BALANCE,
  lowBalance: oneOf('refused', 'declined', 'waiting'),
  refundGuard: oneOf('order', 'site', 'off'),
  refundGuardAnchor: oneOf('accepted', 'requested'),
  refundGuardMs: COUNT,
  refundSpacingMs: COUNT,
  refundTags: {
    isGood: (value) => Array.isArray(value) && value.every((tag) => TAGS.has(tag)),
    message: 'must be a list of refund_order_id, var, description',
  },
  refundAnswer: oneOf('ids', 'empty'),
  untaggedMethods: {
    isGood: (value) => Array.isArray(value) && value.every((method) => typeof method === 'string'),
    message: 'must be a list of payment methods',
  },
  refundOrderIdReuse: oneOf('accepted', 'refused'),
  cancelledForm: oneOf('first', 'second'),
  pageAfterEnd: oneOf('closed', 'open'),
  shownTry: oneOf('paid', 'last'),
  ownAcquirer: FLAG,
  heldShipment: oneOf('uncleared', 'shipped'),
  chargebackForm: oneOf('status', 'void', 'requested', 'related'),
  lentRefundForm: oneOf('refunded', 'void'),
  refundStatusIn: oneOf('both', 'status', 'financial_status'),
  amountRefundedAt: oneOf('acceptance', 'completion'),
  listedRefunds: oneOf('all', 'standing', 'none', 'costs'),
  captureRows: oneOf('named', 'unnamed'),
  readPage: oneOf('shown', 'hidden'),
  cardAuthentication: oneOf('never', 'always'),
  releaseForm: oneOf('status', 'related'),
};

/** Checks switches; absent ones keep their value. */
export function checkSwitches(switches: Partial<SandboxSwitches>): Fault[] {
  return Object.entries(switches).flatMap(([path, value]): Fault[] => {
    const rule = isSwitch(path) ? RULES[path] : undefined;
    if (rule === undefined) return [{ path, message: 'is not a switch' }];
    return value === undefined || rule.isGood(value) ? [] : [{ path, message: rule.message }];
  });
}

function isSwitch(name: string): name is keyof SandboxSwitches {
  return Object.hasOwn(RULES, name);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
