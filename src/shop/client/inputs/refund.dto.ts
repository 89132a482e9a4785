import type { CancelRefundInput, CartInput, Money, RefundCartInput, RefundInput } from '../../../protocol/index.js';
import { AMOUNT_RULES, DESCRIPTION_RULES, OWN_ID_RULES, VARIABLE_RULES } from '../../../protocol/rules/index.js';
import { OptionalField, RequiredField } from './field.decorators.js';
import { Nested, readAsIs, readMoney } from '../../core/index.js';

/** What is judged of a {@link RefundCartInput}; the carts have rules of their own. */
export class RefundCartDto implements RefundCartInput {
  @RequiredField([], readAsIs)
  readonly bought: CartInput;

  @RequiredField(AMOUNT_RULES, readMoney)
  readonly paid: Money;

  @RequiredField([], readAsIs)
  readonly returned: CartInput;
}

/** What is judged of a {@link RefundInput}. */
export class RefundDto implements RefundInput {
  @RequiredField(AMOUNT_RULES, readMoney)
  readonly amount: Money;

  @OptionalField(DESCRIPTION_RULES)
  readonly description?: string;

  @OptionalField(OWN_ID_RULES)
  readonly refundOrderId?: string;

  @OptionalField(VARIABLE_RULES)
  readonly var1?: string;

  @OptionalField(VARIABLE_RULES)
  readonly var2?: string;

  @OptionalField(VARIABLE_RULES)
  readonly var3?: string;

  @Nested(() => RefundCartDto)
  readonly cart?: RefundCartDto;
}

/** What is judged of a {@link CancelRefundInput}. */
export class CancelRefundDto implements CancelRefundInput {
  @OptionalField(DESCRIPTION_RULES)
  readonly description?: string;
}
