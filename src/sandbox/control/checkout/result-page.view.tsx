import { ClockIcon, CrossIcon, TickIcon, UnknownIcon } from '../../../pages/icons.js';
import { moneyText } from '../../../pages/money-text.js';
import { Endings, type Ending } from './endings.js';
import { renderPage, type RenderedPage } from './checkout.layout.js';

/** How the session of a closed payment page has ended. */
export type PageEnding =
  | 'paid'
  | 'already-paid'
  | 'waiting'
  | 'declined'
  | 'cancelled'
  | 'unfinished'
  | 'expired'
  | 'replaced'
  | 'unknown';

/** The content of a closed payment page besides its ending; null for an unknown session. */
export interface ResultFacts {
  readonly orderId: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly returnUrl: string | null;
  /** The outcomes that are still possible. */
  readonly endings: readonly Ending[];
}

const ENDINGS = {
  paid: { mark: 'good', Icon: TickIcon, title: 'Payment received', text: 'Thank you. The shop is being told.' },
  'already-paid': {
    mark: 'good',
    Icon: TickIcon,
    title: 'Already paid',
    text: 'This order was paid before. You have not been charged again.',
  },
  waiting: {
    mark: 'wait',
    Icon: ClockIcon,
    title: 'Your payment is being checked',
    text: 'The shop is told as soon as the bank has decided. You need not wait here.',
  },
  declined: {
    mark: 'bad',
    Icon: CrossIcon,
    title: 'Payment declined',
    text: 'The payment did not clear. You have not been charged.',
  },
  cancelled: { mark: 'bad', Icon: CrossIcon, title: 'Payment cancelled', text: 'You have not been charged.' },
  unfinished: {
    mark: 'plain',
    Icon: ClockIcon,
    title: 'Payment left unfinished',
    text: 'This page is closed, and the shop is told that nothing was paid.',
  },
  expired: { mark: 'plain', Icon: ClockIcon, title: 'This page has expired', text: 'The time to pay has passed.' },
  replaced: {
    mark: 'plain',
    Icon: ClockIcon,
    title: 'There is a newer page for this order',
    text: 'The shop has started the payment again. Please use its new page.',
  },
  unknown: {
    mark: 'plain',
    Icon: UnknownIcon,
    title: 'No such payment page',
    text: 'Please check the link, or go back to the shop and start again.',
  },
} as const;

const LATE_LABEL = 'Or pay all the same';
const LABELS: Partial<Record<PageEnding, string>> = {
  waiting: 'Let the bank decide',
  expired: LATE_LABEL,
  cancelled: LATE_LABEL,
  unfinished: LATE_LABEL,
};

/** Renders a closed page: it tells why nothing can be paid, and links back to the shop. */
export function resultPage(ending: PageEnding, facts: ResultFacts | null): RenderedPage {
  const { title } = ENDINGS[ending];
  const content = (
    <div class="card">
      <Result ending={ending} facts={facts} />
      {facts !== null && facts.endings.length > 0 && (
        <form class="section" method="post">
          <Endings label={LABELS[ending] ?? 'Or let it go on'} endings={facts.endings} />
        </form>
      )}
    </div>
  );
  return renderPage({ title, content });
}

function Result({ ending, facts }: { ending: PageEnding; facts: ResultFacts | null }) {
  const { mark, Icon, title, text } = ENDINGS[ending];
  return (
    <section class="result">
      <span class={`mark ${mark}`}>
        <Icon />
      </span>
      <h1>{title}</h1>
      {facts !== null && <p class="amount">{moneyText(facts.amount, facts.currency)}</p>}
      <p>{text}</p>
      {facts !== null && <p class="reference">Order {facts.orderId}</p>}
      {facts !== null && facts.returnUrl !== null && (
        <a class="primary" href={facts.returnUrl}>
          Back to the shop
        </a>
      )}
    </section>
  );
}
