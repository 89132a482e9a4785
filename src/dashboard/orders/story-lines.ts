import { moneyText } from '../../pages/money-text.js';
import { maskPersonal } from '../../support/index.js';
import type { TimelineEntry } from '../../shop/admin/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';
import { decisionText } from '../frame/decision-text.js';
import { changeText } from './change-text.js';
import { stillName } from './order-names.js';
import { shownLines, type ShownLine } from './shown-lines.js';

/** One line of an order's story: what happened, as one plain sentence without its full stop. */
export interface StoryLine {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly text: string;
  /** The raw value for those who need it; null if the sentence is complete. */
  readonly raw: string | null;
  /** The reason from a person. */
  readonly why: string | null;
  /** How many times it happened in a row. */
  readonly times: number;
  /** Whether the money of a payment came or went by it. */
  readonly isPayment: boolean;
}

/** Changes by which money of a payment came or went. */
const PAYMENT = /^(completed|paid_twice|paid_after_cancel|amount_mismatch|voided|chargedback|restored)$/;

type Details = TimelineEntry['details'];
type LineText = Partial<Omit<StoryLine, 'at' | 'times'>> & Pick<StoryLine, 'text'>;

interface LineContext {
  readonly labels: Pick<DashboardLabels, 'order' | 'story' | 'decisions'>;
  readonly timeline: readonly TimelineEntry[];
  /** The order's status before the entry. */
  readonly status: string | null;
}

const textIn = (details: Details, name: string): string | null => {
  const value = details[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const amountIn = ({ amount, currency }: Details): string =>
  typeof amount === 'number' && typeof currency === 'string' ? moneyText(amount, currency) : '';

/** The sentence for each kind of entry; null for technical entries. */
const SUMMARIES: Readonly<Record<TimelineEntry['kind'], (details: Details, context: LineContext) => LineText | null>> =
  {
    created: ({ attempt, ...details }, { labels: { story } }) => ({
      text:
        typeof attempt === 'number'
          ? story.lines.attempt(attempt, amountIn(details))
          : story.lines.created(amountIn(details)),
    }),
    transition: changeLine,
    refund: refundLine,
    observation: returnLine,
    decision: ({ step }, { labels, timeline }) =>
      step === 'erased' && !timeline.some(({ details }) => details['step'] === 'erased' && details['by'] !== undefined)
        ? { text: labels.story.lines.erased }
        : null,
    outbox: ({ step, effect }, { labels: { story } }) =>
      step === 'dead' ? { text: story.lines.taskFailed, raw: String(effect) } : null,
    notification: () => null,
    effect: () => null,
  };

function changeLine(details: Details, { labels, timeline }: LineContext): LineText | null {
  const kind = textIn(details, 'kind') ?? '';
  // Each refund has its own lines.
  if (/^(partial_)?refunded$/.test(kind) && timeline.some((entry) => entry.kind === 'refund')) return null;
  return { text: changeText(details, labels) ?? labels.story.changedSomehow, raw: kind, isPayment: PAYMENT.test(kind) };
}

function refundLine(details: Details, { labels: { story }, timeline }: LineContext): LineText | null {
  if (details['step'] !== 'requested') return null;
  if (details['origin'] === 'chargeback') {
    const isWhole = timeline.some(
      ({ details: { kind, amount } }) => kind === 'chargedback' && amount === details['amount'],
    );
    return isWhole ? null : { text: story.lines.chargeback(amountIn(details)) };
  }
  if (details['origin'] !== 'shop') return null;
  const decided = timeline.find(({ details: other }) => isRequest(other) && other['id'] === details['id']);
  const by = textIn(decided?.details ?? {}, 'by') ?? textIn(details, 'by');
  return { text: story.lines.requested(by, amountIn(details)), why: textIn(decided?.details ?? {}, 'why') };
}

const isRequest = ({ about, step }: Details): boolean => about === 'refund' && step === 'requested';

function returnLine({ source, decision }: Details, { labels: { order, story }, status }: LineContext): LineText | null {
  if (decision === 'parked') return { text: story.lines.parked };
  if (source !== 'return' || decision === 'transition') return null;
  return { text: story.lines.returned(stillName(order, status)), raw: status };
}

function decisionLine(details: Details, { labels: { story, decisions }, timeline }: LineContext): LineText | null {
  const by = textIn(details, 'by') ?? '';
  const isSummed =
    isRequest(details) && timeline.some(({ kind, details: { id } }) => kind === 'refund' && id === details['id']);
  if (isSummed) return null;
  const what = decisionText(decisions, String(details['step']), story.about[String(details['about'])]);
  return { text: story.did(by, what), why: textIn(details, 'why') };
}

/**
 * The story of an order in a dozen lines, from all its entries: the beginning, its payments, and the newest. Pure.
 *
 * @param timeline - oldest first
 * @returns oldest first
 */
export function shortStory(timeline: readonly TimelineEntry[], labels: LineContext['labels']): ShownLine<StoryLine>[] {
  const lines: StoryLine[] = [];
  let status: string | null = null;
  for (const { at, kind, details } of timeline) {
    const context = { labels, timeline, status };
    const isDecision = details['by'] !== undefined && details['about'] !== undefined;
    const line = isDecision ? decisionLine(details, context) : SUMMARIES[kind](details, context);
    if (kind === 'transition') status = textIn(details, 'to') ?? status;
    if (line === null) continue;
    add(lines, { raw: null, isPayment: false, ...line, why: line.why ? maskPersonal(line.why) : null, at, times: 1 });
  }
  return shownLines(lines);
}

/** Equal lines in a row become one line. */
function add(lines: StoryLine[], line: StoryLine): void {
  const last = lines.at(-1);
  if (last === undefined || last.text !== line.text || last.why !== line.why) lines.push(line);
  else lines[lines.length - 1] = { ...last, times: last.times + 1 };
}
