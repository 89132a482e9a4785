import { MAX_FIELD_LENGTH, MAX_INVOICE_ID_LENGTH } from '../limits.js';
import { AMOUNT_RULES } from './amount.rules.js';
import { givenTextRules } from './text.rules.js';
import { isAbsent, type ValueRule } from './value-rule.js';

/** A change names an invoice or requests more time: the service supports no other (spec §7, 1016; protocol §2.3). */
export const CHANGE_RULES: readonly ValueRule[] = [
  {
    name: 'change',
    code: 1016,
    message: 'must be given, or extendExpiration in its place: nothing else changes an order',
    isMet: (value, { owner }) => !isAbsent(value) || owner['extendExpiration'] === true,
  },
];

/** The number of an invoice, if given. */
export const INVOICE_ID_RULES: readonly ValueRule[] = givenTextRules(MAX_INVOICE_ID_LENGTH).map((rule) => ({
  ...rule,
  isMet: (value, context) => isAbsent(value) || rule.isMet(value, context),
}));

/**
 * The cost of a part of an order. If it is absent, the whole order is reported as shipped. So `null`, which a shop may
 * have computed by mistake, is a fault.
 */
export const PART_AMOUNT_RULES: readonly ValueRule[] = AMOUNT_RULES.map((rule) => ({
  ...rule,
  isMet: (value, context) => value === undefined || rule.isMet(value, context),
}));

/** Fields that a terminal's cancellation cannot have: that request has no body (protocol §2.5). */
export const WEB_ONLY_RULE: ValueRule = {
  name: 'webOnly',
  message: 'cannot be said to a till; leave it out',
  isMet: (value, { owner }) => isAbsent(value) || owner['session'] !== 'terminal',
};

/** A request that can only be `true`. */
export const EXTENSION_RULES: readonly ValueRule[] = [
  { name: 'extension', message: 'must be true, or left out', isMet: (value) => value === true },
];

/** The reason of a release: required (spec §7, 1016; protocol §2.4). */
export const REASON_RULES: readonly ValueRule[] = givenTextRules(MAX_FIELD_LENGTH, 1016);
