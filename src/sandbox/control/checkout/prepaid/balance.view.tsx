import { moneyText } from '../../../../pages/money-text.js';
import type { MethodView } from '../open-page.types.js';
import { Detail } from '../parts/detail.view.js';
import { MethodForm } from '../parts/method-form.view.js';
import { MethodTitle } from '../parts/method-title.view.js';

/** The balance of the card, the part that it pays, and the rest for another method. */
export function Balance({ view, balance }: { view: MethodView; balance: number }) {
  const { page } = view;
  const money = (amount: number): string => moneyText(amount, page.currency);
  const pays = Math.min(balance, page.due);
  const rest = page.due - pays;
  return (
    <MethodForm view={view}>
      <MethodTitle view={view} />
      <dl class="sums">
        <Detail name="On the card" value={money(balance)} />
        <Detail name="Left to pay with another method" value={money(rest)} />
      </dl>
      {pays > 0 && (
        <button class="primary" type="submit" name="use" value="yes">
          Pay {money(pays)} with this card
        </button>
      )}
      {pays === 0 && <p role="alert">There is no money on this card.</p>}
      <a href={`?method=${view.method.code}`}>Use another card</a>
    </MethodForm>
  );
}
