import { MAX_FIELD_LENGTH, MAX_INVOICE_ID_LENGTH } from '../limits.js';
import { AMOUNT_RULES } from './amount.rules.js';
import { givenTextRules } from './text.rules.js';
import { isAbsent, type ValueRule } from './value-rule.js';

/** A change names an invoice or asks for more time: the service knows no other (spec §7, 1016; protocol §2.3). */
export const CHANGE_RULES: readonly ValueRule[] = [
  {
    name: 'change',
    code: 1016,
    message: 'must be given, or extendExpiration in its place: nothing else changes an order',
    isMet: (value, { owner }) => !isAbsent(value) || owner['extendExpiration'] === true,
  },
];

/** The number of an invoice, where one is given. */
export const INVOICE_ID_RULES: readonly ValueRule[] = givenTextRules(MAX_INVOICE_ID_LENGTH).map((rule) => ({
  ...rule,
  isMet: (value, context) => isAbsent(value) || rule.isMet(value, context),
}));

/**
 * What a part of an order costs. Left out, the whole order is reported: so `null`, which a shop may have computed, is a
 * fault and not nothing.
 */
export const PART_AMOUNT_RULES: readonly ValueRule[] = AMOUNT_RULES.map((rule) => ({
  ...rule,
  isMet: (value, context) => value === undefined || rule.isMet(value, context),
}));

/** What a till is not told: that request has no body (protocol §2.5). */
export const WEB_ONLY_RULE: ValueRule = {
  name: 'webOnly',
  message: 'cannot be said to a till; leave it out',
  isMet: (value, { owner }) => isAbsent(value) || owner['session'] !== 'terminal',
};

/** A request that is made by saying yes. */
export const EXTENSION_RULES: readonly ValueRule[] = [
  { name: 'extension', message: 'must be true, or left out', isMet: (value) => value === true },
];

/** Why a reservation is given up: required (spec §7, 1016; protocol §2.4). */
export const REASON_RULES: readonly ValueRule[] = givenTextRules(MAX_FIELD_LENGTH, 1016);
