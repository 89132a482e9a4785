import type { CreateOrderInput } from '../../../protocol/index.js';
import { readableTextRules, SWITCH_RULES, type ValueRule } from '../../../protocol/rules/index.js';
import { CREATE_ORDER_FIELDS, inputOf, OptionalField } from '../../client/index.js';

/** An order to be created, with the shop's own reference for it. */
export interface CreatePaymentOrderInput extends CreateOrderInput {
  /**
   * The shop's own name for the order, such as its id in a platform or an ERP: 1 to 100 characters on one line, without white
   * space at its ends. It is stored unchanged, found by `orders.findByReference`, part of every event, and never sent to the
   * service. Several orders may have the same; a later create of the order with another reference replaces it.
   */
  readonly reference?: string;
  /**
   * Whether an existing order of any age under this id at the service counts as this one: for example, your own code made it,
   * or the tables of this module were lost. Otherwise an order that is more than a day older is assumed to be another
   * customer's, and this one is created under the next id. Never sent to the service.
   */
  readonly adoptExisting?: boolean;
}

const MAX_REFERENCE_LENGTH = 100;

const textRule = (name: string, message: string, isGood: (text: string) => boolean): ValueRule => ({
  name,
  message,
  isMet: (value) => typeof value !== 'string' || isGood(value),
});

/** Compared exactly: characters that a log or a form adds or drops unseen would make the order impossible to find. */
const REFERENCE_RULES: readonly ValueRule[] = [
  ...readableTextRules(MAX_REFERENCE_LENGTH),
  textRule('given', 'must not be empty', (text) => text.trim() !== ''),
  textRule('trimmed', 'must not begin or end with white space', (text) => text === text.trim()),
  textRule('line', 'must be one line, without tabs', (text) => !/[\t\n\r\u2028\u2029]/.test(text)),
];

/** The rules for a {@link CreatePaymentOrderInput}. */
export const CreatePaymentOrderDto = inputOf<CreatePaymentOrderInput>({
  ...CREATE_ORDER_FIELDS,
  reference: OptionalField(REFERENCE_RULES),
  adoptExisting: OptionalField(SWITCH_RULES),
});

/** Whether a value can be a reference. */
export const isReference = (value: unknown): value is string =>
  typeof value === 'string' && REFERENCE_RULES.every((rule) => rule.isMet(value, { owner: {}, account: {} }));
