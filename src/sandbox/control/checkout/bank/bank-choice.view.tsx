import type { SandboxIssuer } from '../../../payments/index.js';
import type { MethodView } from '../open-page.types.js';
import { MethodForm } from '../parts/method-form.view.js';
import { MethodTitle } from '../parts/method-title.view.js';
import { PayButton } from '../parts/pay-button.view.js';

/** The choice of a bank, if the method has several; then the shopper goes to the bank. */
export function BankChoice({ view, issuers }: { view: MethodView; issuers: readonly SandboxIssuer[] }) {
  const { page, method, kept, problems } = view;
  return (
    <MethodForm view={view}>
      <MethodTitle view={view} />
      {issuers.length > 0 && (
        <div class="field">
          <label for="bank">Your bank</label>
          <select id="bank" name="bank" aria-describedby={problems['bank'] === undefined ? undefined : 'bank-problem'}>
            {issuers.map(({ code, description }) => (
              <option value={code} selected={code === kept['bank']} key={code}>
                {description}
              </option>
            ))}
          </select>
          {problems['bank'] !== undefined && (
            <p class="problem" id="bank-problem">
              {problems['bank']}
            </p>
          )}
        </div>
      )}
      <PayButton page={page} />
      <p class="hint">You go on to {issuers.length > 0 ? 'the page of your bank' : `the page of ${method.name}`}.</p>
    </MethodForm>
  );
}
