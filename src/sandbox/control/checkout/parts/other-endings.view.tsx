import { Endings } from '../endings.js';
import { OPEN_ENDINGS } from '../open-endings.js';
import type { OpenPage } from '../open-page.types.js';

/** All outcomes of a payment, for tests: one button each, without the form above. */
export function OtherEndings({ page, method }: { page: OpenPage; method: string | null }) {
  // "Left unfinished" is possible only before the first attempt (spec §3).
  const endings = OPEN_ENDINGS.filter(({ outcome }) => outcome !== 'unfinished' || !page.started);
  return (
    <details class="section other">
      <summary>Other ways this can end</summary>
      <form method="post">
        {method !== null && <input type="hidden" name="method" value={method} />}
        <Endings label="End the payment at once" endings={endings} />
      </form>
    </details>
  );
}
