import type { DeliveryVerdict } from '../notifications/index.js';

/** What came of a delivery, with the reply's HTTP status when there was one. */
export function VerdictTag({ verdict, status }: { verdict: DeliveryVerdict; status: number | null }) {
  return (
    <span class={`tag ${verdict === 'acknowledged' ? 'good' : 'bad'}`}>
      {verdict}
      {status !== null && ` · ${status}`}
    </span>
  );
}
