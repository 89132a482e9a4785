import type { DeliveryVerdict } from '../notifications/index.js';

/** The verdict of a delivery, with the HTTP status of the reply if there was one. */
export function VerdictTag({ verdict, status }: { verdict: DeliveryVerdict; status: number | null }) {
  return (
    <span class={`tag ${verdict === 'acknowledged' ? 'good' : 'bad'}`}>
      {verdict}
      {status !== null && ` · ${status}`}
    </span>
  );
}
