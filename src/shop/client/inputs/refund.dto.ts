import type { CancelRefundInput, RefundCartInput, RefundInput } from '../../../protocol/index.js';
import { AMOUNT_RULES, DESCRIPTION_RULES, OWN_ID_RULES, VARIABLE_RULES } from '../../../protocol/rules/index.js';
import { inputOf, OptionalField, RequiredField } from './field.decorators.js';
import { Nested, readAsIs, readMoney } from '../../core/index.js';

/** The rules for a {@link RefundCartInput}; the carts have their own rules. */
export const RefundCartDto = inputOf<RefundCartInput>({
  bought: RequiredField([], readAsIs),
  paid: RequiredField(AMOUNT_RULES, readMoney),
  returned: RequiredField([], readAsIs),
});

/** The rules for a {@link RefundInput}. */
export const RefundDto = inputOf<RefundInput>({
  amount: RequiredField(AMOUNT_RULES, readMoney),
  description: OptionalField(DESCRIPTION_RULES),
  refundOrderId: OptionalField(OWN_ID_RULES),
  var1: OptionalField(VARIABLE_RULES),
  var2: OptionalField(VARIABLE_RULES),
  var3: OptionalField(VARIABLE_RULES),
  cart: Nested(() => RefundCartDto),
});

/** The rules for a {@link CancelRefundInput}. */
export const CancelRefundDto = inputOf<CancelRefundInput>({
  description: OptionalField(DESCRIPTION_RULES),
});
