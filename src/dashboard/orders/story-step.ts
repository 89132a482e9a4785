import { dateText } from '../../pages/time-text.js';
import { maskPersonal, valueAt } from '../../support/index.js';
import { reasonText, type TimelineEntry } from '../../shop/admin/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';
import { changeText } from './change-text.js';
import { statusName } from './order-names.js';

type Details = TimelineEntry['details'];

/** The order, the time zone and the texts of a story. */
export interface StoryPlace {
  readonly orderId: string;
  readonly timeZone: string;
  readonly labels: DashboardLabels;
}

/** One line below a step's sentence; null if the sentence contains it, or it is not needed. */
type Aside = (details: Details, place: StoryPlace) => string | null;

const textOf = (value: Details[string] | undefined): string | null =>
  value === undefined || value === null || value === '' ? null : String(value);

const worded = (value: string | null, word: (text: string) => string): string | null => value && word(value);

/** Facts with a line of their own. */
const LINES: readonly Aside[] = [
  // An observed change has an entry of its own.
  ({ decision, reason }, { labels: { story } }) =>
    decision === undefined || decision === 'transition'
      ? null
      : worded(textOf(reason), (code) => story.asides.why(reasonText(code))),
  ({ decision, reason }, { labels: { story } }) =>
    decision === undefined ? worded(textOf(reason), (words) => story.asides.reason(maskPersonal(words))) : null,
  // Of everything else the sentence says it.
  ({ decision, error }, { labels: { story } }) =>
    decision === undefined ? null : worded(textOf(error), (words) => story.asides.failure(maskPersonal(words))),
];

/** Facts that share one line. */
const FACTS: readonly Aside[] = [
  // For an observation the sentence already names the source.
  ({ decision, source }, { labels: { story } }) =>
    decision === undefined
      ? worded(textOf(source), (word) => story.asides.by(valueAt(story.sources, word) ?? word))
      : null,
  ({ attempt }, { labels: { story } }) => (Number(attempt ?? 1) > 1 ? story.asides.attempt(String(attempt)) : null),
  ({ serviceOrderId }, { orderId, labels: { story } }) =>
    serviceOrderId === orderId ? null : worded(textOf(serviceOrderId), (id) => story.asides.at(id)),
  ({ signedAt }, { timeZone, labels: { story } }) =>
    typeof signedAt === 'number' ? story.asides.signed(dateText(signedAt, timeZone)) : null,
  ({ keyId }, { labels: { story } }) => worded(textOf(keyId), (id) => story.asides.key(id)),
  ({ httpStatus }, { labels: { story } }) => worded(textOf(httpStatus), (status) => story.asides.http(status)),
];

/** The lines below a step's sentence. */
export function asidesOf({ details }: TimelineEntry, place: StoryPlace): string[] {
  const linesOf = (asides: readonly Aside[]): string[] => asides.flatMap((aside) => aside(details, place) ?? []);
  const facts = linesOf(FACTS).join(' · ');
  return [...linesOf(LINES), ...(facts === '' ? [] : [facts.charAt(0).toUpperCase() + facts.slice(1)])];
}

/** A technical step as a sentence, with its raw value. */
export function stepText({ kind, text, details }: TimelineEntry, { labels }: StoryPlace): readonly [string, string?] {
  if (kind === 'observation') {
    const [status, source] = [textOf(details['status']), textOf(details['source']) ?? ''];
    const outcome = textOf(details['decision']) ?? '';
    const { sources, outcomes, seen } = labels.story;
    return [
      seen(statusName(labels.order, status), valueAt(sources, source) ?? source, valueAt(outcomes, outcome) ?? outcome),
      [status, outcome].filter(Boolean).join(', '),
    ];
  }
  if (kind === 'transition') return [changeText(details, labels) ?? text, textOf(details['kind']) ?? ''];
  const code = textOf(details['code']);
  return code === null ? [text] : [text.replace(` (${code})`, ''), code];
}
