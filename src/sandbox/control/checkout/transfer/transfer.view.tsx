import { moneyText } from '../../../../pages/money-text.js';
import type { MethodView } from '../open-page.types.js';
import { Detail } from '../parts/detail.view.js';
import { MethodForm } from '../parts/method-form.view.js';
import { sentence } from '../parts/sentence.js';
import { MethodTitle } from '../parts/method-title.view.js';
import type { TestValue } from '../parts/test-values.view.js';

const SANDBOX_IBAN = 'NL91 ABNA 0417 1643 00';

/** The data for a bank transfer, and the choice of the sending account. */
export function Transfer({ view, accounts }: { view: MethodView; accounts: readonly TestValue[] }) {
  const { page, kept } = view;
  return (
    <MethodForm view={view}>
      <MethodTitle view={view} />
      <dl class="sums">
        <Detail name="Amount" value={moneyText(page.due, page.currency)} />
        <Detail name="To" value={page.shop} />
        <Detail name="IBAN" value={SANDBOX_IBAN} />
        <Detail name="Reference" value={view.reference} />
      </dl>
      <fieldset class="choices">
        <legend class="label">From which account?</legend>
        <Account
          id=""
          number="Any account"
          effect="The money arrives at once"
          isChosen={kept['account'] === undefined}
        />
        {accounts.map((account) => (
          <Account {...account} isChosen={kept['account'] === account.id} key={account.id} />
        ))}
      </fieldset>
      <button class="primary" type="submit">
        I have transferred it
      </button>
    </MethodForm>
  );
}

function Account({ id, number, effect, isChosen }: TestValue & { isChosen: boolean }) {
  return (
    <label class="choice">
      <input type="radio" name="account" value={id} checked={isChosen} />
      <span class="words">
        <span class="number">{number}</span>
        <span class="hint">{sentence(effect)}</span>
      </span>
    </label>
  );
}
