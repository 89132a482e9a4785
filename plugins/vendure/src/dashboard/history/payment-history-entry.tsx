import { HistoryEntry, useLocalFormat, type HistoryEntryItem } from '@vendure/dashboard';
import { CreditCardIcon, TriangleAlertIcon } from 'lucide-react';
import { isTextKey, useText, type TextKey } from '../texts/texts.js';

/** The data of the plugin's entries in the history of an order. */
interface EntryData {
  readonly event: string;
  readonly paymentOrderId: string;
  readonly amount: number;
  readonly currency: string;
  readonly refundId: string | null;
  readonly reason: string | null;
  readonly needsAttention: boolean;
}

/** An event without its own text is shown as words. A cancelled refund has another text than a cancelled payment. */
const keyOf = ({ event, refundId }: EntryData): TextKey | null => {
  const key = event === 'cancelled' && refundId !== null ? 'event_refund_cancelled' : `event_${event}`;
  return isTextKey(key) ? key : null;
};

/** An entry of the plugin in the history of an order. */
export function PaymentHistoryEntry({ entry }: { readonly entry: HistoryEntryItem }) {
  const text = useText();
  const { formatCurrency } = useLocalFormat();
  const data: EntryData = entry.data;
  const { event, paymentOrderId, amount, currency, reason, needsAttention } = data;
  const key = keyOf(data);
  const by = entry.administrator;
  return (
    <HistoryEntry
      entry={entry}
      title={key === null ? event.replaceAll('_', ' ') : text(key)}
      actorName={by ? `${by.firstName} ${by.lastName}` : 'Tillbridge'}
      timelineIcon={needsAttention ? <TriangleAlertIcon className="h-4 w-4" /> : <CreditCardIcon className="h-4 w-4" />}
      timelineIconClassName={needsAttention ? 'bg-destructive text-destructive-foreground' : 'bg-muted'}
    >
      <p className="text-xs text-muted-foreground">
        {[paymentOrderId, formatCurrency(amount, currency), reason].filter(Boolean).join(' · ')}
      </p>
    </HistoryEntry>
  );
}
