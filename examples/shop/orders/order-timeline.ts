import type { TimelineEntry } from 'tillbridge';
import { ALERT_STAFF, SEND_CONFIRMATION } from '../mail/mail.service.js';
import type { TimelineView } from '../pages/views.js';
import { RESERVE_STOCK } from '../stock/stock.service.js';

type Fact = [name: string, value: string];

/** The shop's texts for its own effects: queued for after the commit, and done. */
const EFFECTS: Readonly<Record<string, { queued: string; done: string }>> = {
  [RESERVE_STOCK]: { queued: '', done: 'Stock reserved, committed together with the payment' },
  [SEND_CONFIRMATION]: { queued: 'Confirmation mail put in the outbox', done: 'Confirmation mail sent' },
  [ALERT_STAFF]: { queued: 'Mail to the staff put in the outbox', done: 'Mail to the staff sent' },
};

/** How the service reported the state of an order. */
const OCCASIONS: Readonly<Record<string, string>> = {
  notification: 'The notification says',
  return: 'Asked when the shopper came back',
  create: 'Asked on opening the next attempt',
  confirmation: 'Asked to make sure',
};

/** The result of a report. */
const VERDICTS: Readonly<Record<string, string>> = {
  duplicate: 'nothing new, nothing repeated',
  update: 'noted, nothing to do',
  stale: 'older than what is known',
};

/** Details that are shown, by the module's name for them. */
const FACTS: Readonly<Record<string, string>> = {
  keyId: 'verified with key',
  from: 'before',
  source: 'learnt from',
  error: 'error',
};

/** An effect of the outbox has two entries: queued, and later its end. */
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
  // The text of the read already names the source.
  if (kind === 'observation') return [];
  return Object.entries(FACTS).flatMap(([key, label]): Fact[] => {
    const value = details[key];
    return value === undefined || value === null ? [] : [[label, String(value)]];
  });
}

/** Adds the attempt to an entry if there are several: each has its own id at the service. */
function attemptFacts(entries: readonly TimelineEntry[]): (entry: TimelineEntry) => Fact[] {
  const opened = entries.filter(({ kind }) => kind === 'created');
  const numbers = new Map(opened.map(({ details }, index) => [details['serviceOrderId'], index + 1]));
  return ({ kind, details }) => {
    const number = kind === 'notification' ? numbers.get(details['serviceOrderId']) : undefined;
    const attempt = kind === 'observation' ? details['attempt'] : number;
    return opened.length > 1 && attempt ? [['attempt', String(attempt)]] : [];
  };
}

/** If a read changed the order, the change has an entry with the same source. */
const isReported = ({ kind, details }: TimelineEntry): boolean =>
  kind === 'observation' && details['decision'] === 'transition';

/** The module's timeline of an order and all its attempts, with the shop's texts. */
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
