import type { TimelineEntry } from 'tillbridge';
import { ALERT_STAFF, SEND_CONFIRMATION } from '../mail/mail.service.js';
import type { TimelineView } from '../pages/views.js';
import { RESERVE_STOCK } from '../stock/stock.service.js';

/** The shop's words for its own effects: when queued for after the commit, and when done. */
const EFFECTS: Readonly<Record<string, { queued: string; done: string }>> = {
  [RESERVE_STOCK]: { queued: '', done: 'Stock reserved, committed together with the payment' },
  [SEND_CONFIRMATION]: { queued: 'Confirmation mail put in the outbox', done: 'Confirmation mail sent' },
  [ALERT_STAFF]: { queued: 'Mail to the staff put in the outbox', done: 'Mail to the staff sent' },
};

/** Small print worth reading, by the module's name for it. */
const FACTS: Readonly<Record<string, string>> = {
  keyId: 'verified with key',
  from: 'before',
  source: 'learnt from',
  error: 'error',
};

function factsOf({ kind, details }: TimelineEntry): [string, string][] {
  // The sentence about a look already says where it was learnt.
  if (kind === 'observation') return [];
  return Object.entries(FACTS).flatMap(([key, label]): [string, string][] => {
    const value = details[key];
    return value === undefined || value === null ? [] : [[label, String(value)]];
  });
}

/** An effect of the outbox is told twice: first that it is queued, later how it ended. */
function effectText({ details, text }: TimelineEntry): string {
  const words = EFFECTS[String(details['effect'])];
  if (!words || details['step'] === 'dead') return text;
  return details['step'] === 'queued' ? words.queued : words.done;
}

/** A look that changed the order is told by the change itself, which names the same source. */
const isTold = ({ kind, details }: TimelineEntry): boolean =>
  kind === 'observation' && details['decision'] === 'transition';

/** Puts the module's timeline of an order into the shop's words. */
export const orderTimeline = (entries: readonly TimelineEntry[]): TimelineView[] =>
  entries
    .filter((entry) => !isTold(entry))
    .map((entry) => ({ at: entry.at, kind: entry.kind, text: effectText(entry), facts: factsOf(entry) }));
