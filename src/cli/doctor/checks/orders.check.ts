import type { Check, Facts } from '../facts.types.js';
import { findings, type CheckResult } from '../finding.types.js';

function decide({ ordersToRecheck: count }: Facts): CheckResult {
  if (count === null) return { skipped: 'the orders cannot be looked at' };
  return findings(
    count > 0 && {
      id: 'ORDERS_TO_RECHECK',
      what: `${count} order(s) stand as authorised since before the upgrade.`,
      why: 'An older version took some payments (PayPal, Amex, pay-later) for authorisations: they may be paid, and no one was told.',
      fix: "tillbridge orders recheck --status authorised lists them; --apply --why '…' reads them and tells, --apply --silent corrects the record only.",
    },
  );
}

/** No order needs a new read after an upgrade. */
export const ordersCheck: Check = { name: 'orders', title: 'No order is left from before an upgrade', decide };
