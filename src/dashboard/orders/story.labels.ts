import { dateText } from '../../pages/time-text.js';
import { maskPersonal } from '../../support/index.js';
import { reasonText, type TimelineEntry } from '../../shop/admin/index.js';

type Kind = TimelineEntry['kind'];

/** What each kind of entry is called, and how it is drawn. */
export const KIND_LABELS: Readonly<Record<Kind, { readonly name: string; readonly tone: string }>> = {
  created: { name: 'Created', tone: 't-note' },
  notification: { name: 'Notification', tone: 't-wait' },
  observation: { name: 'Read', tone: 't-plain' },
  transition: { name: 'Change', tone: 't-good' },
  refund: { name: 'Refund', tone: 't-note' },
  effect: { name: 'Effect', tone: 't-plain' },
  outbox: { name: 'Effect', tone: 't-plain' },
  decision: { name: 'Person', tone: 't-bad' },
};

const SOURCES: Readonly<Record<string, string>> = {
  notification: 'a notification',
  create: 'the answer to its creation',
  return: 'the page that the customer came back to',
  confirmation: 'a read to make sure',
  poll: 'polling',
  sync: 'a person who had it read',
  'refund-read': 'a read for a refund',
  refund: 'the answer to a refund',
  person: 'a person',
};

type Details = TimelineEntry['details'];

/** One line below an entry's sentence; null where the sentence says it already, or no one needs it. */
type Aside = (details: Details, place: StoryPlace) => string | null;

/** Whose story it is, and in which zone it is told. */
export interface StoryPlace {
  readonly orderId: string;
  readonly timeZone: string;
}

const textOf = (value: Details[string] | undefined): string | null =>
  value === undefined || value === null || value === '' ? null : String(value);

const worded = (value: string | null, word: (text: string) => string): string | null => value && word(value);

/** Lines of their own. */
const LINES: readonly Aside[] = [
  // A change that was observed has an entry of its own.
  ({ decision, reason }) =>
    decision === undefined || decision === 'transition'
      ? null
      : worded(textOf(reason), (code) => `Why: ${reasonText(code)}`),
  ({ decision, reason }) =>
    decision === undefined ? worded(textOf(reason), (words) => `Reason given: ${maskPersonal(words)}`) : null,
  ({ step, error }) =>
    step === 'queued' ? null : worded(textOf(error), (words) => `Last failure: ${maskPersonal(words)}`),
];

/** What fits on one line together. */
const FACTS: readonly Aside[] = [
  // For an observation the sentence names the source already.
  ({ decision, source }) =>
    decision === undefined ? worded(textOf(source), (word) => `by ${SOURCES[word] ?? word}`) : null,
  ({ attempt }) => (Number(attempt ?? 1) > 1 ? `attempt ${attempt}` : null),
  ({ serviceOrderId }, { orderId }) =>
    serviceOrderId === orderId ? null : worded(textOf(serviceOrderId), (id) => `at the service ${id}`),
  ({ signedAt }, { timeZone }) => (typeof signedAt === 'number' ? `signed on ${dateText(signedAt, timeZone)}` : null),
  ({ keyId }) => worded(textOf(keyId), (id) => `verified by the key ${id}`),
  ({ httpStatus }) => worded(textOf(httpStatus), (status) => `HTTP ${status}`),
];

/** The lines below an entry's sentence. */
export function asidesOf({ details }: TimelineEntry, place: StoryPlace): string[] {
  const linesOf = (asides: readonly Aside[]): string[] => asides.flatMap((aside) => aside(details, place) ?? []);
  const facts = linesOf(FACTS).join(' · ');
  return [...linesOf(LINES), ...(facts === '' ? [] : [facts.charAt(0).toUpperCase() + facts.slice(1)])];
}
