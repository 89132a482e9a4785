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
  signedAt: 'signed at',
  from: 'before',
  source: 'learnt from',
  effect: 'effect',
  error: 'error',
};

function factsOf({ details }: TimelineEntry): [string, string][] {
  return Object.entries(FACTS).flatMap(([key, label]): [string, string][] => {
    const value = details[key];
    return value === undefined || value === null ? [] : [[label, String(value)]];
  });
}

/** An effect of the outbox is told twice: first that it is queued, later how it ended. */
function effectText(entry: TimelineEntry, isFirst: boolean): string {
  const words = EFFECTS[String(entry.details['effect'])];
  if (!words || entry.details['state'] === 'dead') return entry.text;
  return entry.kind === 'outbox' && isFirst ? words.queued : words.done;
}

/** Puts the module's timeline of an order into the shop's words. */
export function orderTimeline(entries: readonly TimelineEntry[]): TimelineView[] {
  const told = new Set<unknown>();
  return entries.map((entry) => {
    const { effect } = entry.details;
    const text = effect === undefined ? entry.text : effectText(entry, !told.has(effect));
    told.add(effect);
    return { at: entry.at, kind: entry.kind, text, facts: factsOf(entry) };
  });
}
