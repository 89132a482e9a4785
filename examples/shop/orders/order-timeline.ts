import type { TimelineEntry } from 'tillbridge';
import { ALERT_STAFF, SEND_CONFIRMATION } from '../mail/mail.service.js';
import type { TimelineView } from '../pages/views.js';
import { RESERVE_STOCK } from '../stock/stock.service.js';

type Fact = [name: string, value: string];

/** The shop's words for its own effects: when queued for after the commit, and when done. */
const EFFECTS: Readonly<Record<string, { queued: string; done: string }>> = {
  [RESERVE_STOCK]: { queued: '', done: 'Stock reserved, committed together with the payment' },
  [SEND_CONFIRMATION]: { queued: 'Confirmation mail put in the outbox', done: 'Confirmation mail sent' },
  [ALERT_STAFF]: { queued: 'Mail to the staff put in the outbox', done: 'Mail to the staff sent' },
};

/** On what occasion the service said how an order stands. */
const OCCASIONS: Readonly<Record<string, string>> = {
  notification: 'The notification says',
  return: 'Asked when the shopper came back',
  create: 'Asked on opening the next attempt',
  confirmation: 'Asked to make sure',
};

/** What was made of the answer. */
const VERDICTS: Readonly<Record<string, string>> = {
  duplicate: 'nothing new, nothing repeated',
  update: 'noted, nothing to do',
  stale: 'older than what is known',
};

/** Small print worth reading, by the module's name for it. */
const FACTS: Readonly<Record<string, string>> = {
  keyId: 'verified with key',
  from: 'before',
  source: 'learnt from',
  error: 'error',
};

/** An effect of the outbox is told twice: first that it is queued, later how it ended. */
function effectText({ details, text }: TimelineEntry): string {
  const words = EFFECTS[String(details['effect'])];
  if (!words || details['step'] === 'dead') return text;
  return details['step'] === 'queued' ? words.queued : words.done;
}

function observationText({ details, text }: TimelineEntry): string {
  const occasion = OCCASIONS[String(details['source'])];
  const verdict = VERDICTS[String(details['decision'])];
  return occasion && verdict ? `${occasion}: ${details['status'] ?? 'nothing'} – ${verdict}` : text;
}

const textOf = (entry: TimelineEntry): string =>
  entry.kind === 'observation' ? observationText(entry) : effectText(entry);

function factsOf({ kind, details }: TimelineEntry): Fact[] {
  // The sentence about a read already says where it was learnt.
  if (kind === 'observation') return [];
  return Object.entries(FACTS).flatMap(([key, label]): Fact[] => {
    const value = details[key];
    return value === undefined || value === null ? [] : [[label, String(value)]];
  });
}

/** Says which attempt an entry is about, where there are several: each has an id of its own at the service. */
function attemptFacts(entries: readonly TimelineEntry[]): (entry: TimelineEntry) => Fact[] {
  const opened = entries.filter(({ kind }) => kind === 'created');
  const numbers = new Map(opened.map(({ details }, index) => [details['serviceOrderId'], index + 1]));
  return ({ kind, details }) => {
    const number = kind === 'notification' ? numbers.get(details['serviceOrderId']) : undefined;
    const attempt = kind === 'observation' ? details['attempt'] : number;
    return opened.length > 1 && attempt ? [['attempt', String(attempt)]] : [];
  };
}

/** A read that changed the order is told by the change itself, which names the same source. */
const isReported = ({ kind, details }: TimelineEntry): boolean =>
  kind === 'observation' && details['decision'] === 'transition';

/** Puts the module's timeline of an order, all its attempts included, into the shop's words. */
export function orderTimeline(entries: readonly TimelineEntry[]): TimelineView[] {
  const attemptOf = attemptFacts(entries);
  return entries
    .filter((entry) => !isReported(entry))
    .map((entry) => ({
      at: entry.at,
      kind: entry.kind,
      text: textOf(entry),
      facts: [...attemptOf(entry), ...factsOf(entry)],
    }));
}
