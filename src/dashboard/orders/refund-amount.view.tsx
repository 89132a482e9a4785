import { AmountField } from '../../pages/parts.js';
import type { Money } from '../../protocol/index.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';

/**
 * The fields for the amount of a refund, and for its currency. Nothing is chosen in advance where money came in several
 * currencies: 100 of one is not 100 of the other.
 */
export function RefundAmountFields({ left, context }: { left: readonly Money[]; context: DashboardContext }) {
  const labels = context.labels.order.actions.refund;
  const most = labels.most(left.map((amount) => (left.length > 1 ? amount.toString() : amount.toDecimal())).join(', '));
  const [first] = left;
  if (left.length === 1 && first !== undefined)
    return (
      <>
        <input type="hidden" name="currency" value={first.currency} />
        <AmountField label={labels.amount(first.currency)} hint={most} />
      </>
    );
  return (
    <>
      <AmountField label={labels.amount(labels.chosenCurrency)} hint={most} />
      <div class="field">
        <label for="refund-currency">{labels.currency}</label>
        <select id="refund-currency" name="currency" required>
          <option value="">{labels.choose}</option>
          {left.map(({ currency }) => (
            <option key={currency} value={currency}>
              {currency}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}
