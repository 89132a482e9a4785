import { Money, type CaptureInput } from '../../../protocol/index.js';
import { PART_AMOUNT_RULES, type ValueRule } from '../../../protocol/rules/index.js';
import { CAPTURE_FIELDS, inputOf, RequiredField } from '../../client/index.js';
import { readMoney } from '../../core/index.js';

/** A capture of reserved money, with the open amount that the caller had seen. */
export interface CapturePaymentOrderInput extends CaptureInput {
  /**
   * The open amount as the person or the program has seen it: `payment_details.capture_remain` of the order. If another
   * amount is open by now, nothing is captured (`CAPTURE_CHANGED`), so that a repeated click cannot capture twice. `null` is
   * refused.
   */
  readonly remaining?: Money;
}

/** Another currency, or less than the requested amount, cannot have been seen: such a comparison would protect nothing. */
const SEEN_RULE: ValueRule = {
  name: 'seen',
  message: 'must be in the currency of amount, and no less than that',
  isMet: (value, { owner: { amount } }) =>
    !Money.isMoney(value) ||
    !Money.isMoney(amount) ||
    (value.currency === amount.currency && value.amount >= amount.amount),
};

/** The rules for a {@link CapturePaymentOrderInput}. */
export const CapturePaymentOrderDto = inputOf<CapturePaymentOrderInput>({
  ...CAPTURE_FIELDS,
  remaining: RequiredField([...PART_AMOUNT_RULES, SEEN_RULE], readMoney),
});
