import type { SandboxMethod } from '../../orders/index.js';
import { CrossIcon, MethodIcon } from '../../../pages/icons.js';
import { moneyText } from '../../../pages/money-text.js';
import { renderPage, type RenderedPage } from './checkout.layout.js';
import { Endings } from './endings.js';

/** What the open payment page shows. */
export interface PaymentPage {
  /** Who is paid: the terminal group's name. */
  readonly shop: string;
  readonly orderId: string;
  readonly description: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly methods: readonly SandboxMethod[];
  /** The code of the method that is ticked. */
  readonly chosen: string;
  /** The last try was declined. */
  readonly declined: boolean;
  /** Someone has tried to pay before. */
  readonly started: boolean;
  /** What is wrong with the form that was sent; null when nothing is. */
  readonly complaint: string | null;
  /** Where the shopper came from; null when the shop gave no address. */
  readonly returnUrl: string | null;
}

/** Renders the page on which the shopper pays. It is one plain form: `method` and `outcome`. */
export function paymentPage(page: PaymentPage): RenderedPage {
  const amount = moneyText(page.amount, page.currency);
  const content = (
    <form class="card" method="post">
      <Notice page={page} />
      <header class="section">
        <p class="shop">Payment to {page.shop}</p>
        <h1 class="amount">{amount}</h1>
        <p class="description">{page.description}</p>
        <p class="reference">Order {page.orderId}</p>
      </header>
      <div class="section">
        <Methods page={page} />
        <button class="primary" type="submit" name="outcome" value="paid">
          Pay {amount}
        </button>
      </div>
      <div class="section">
        <OtherEndings page={page} />
      </div>
    </form>
  );
  return renderPage({ title: `Pay ${amount} · ${page.description}`, content });
}

function Notice({ page }: { page: PaymentPage }) {
  if (page.complaint === null && !page.declined) return null;
  return (
    <div class="notice bad" role="alert">
      <CrossIcon />
      <div>
        <strong>{page.complaint ?? 'The payment was declined'}</strong>
        {page.complaint === null && 'You have not been charged. Try again, or choose another method'}
        {page.complaint === null && page.returnUrl !== null && (
          <>
            {' – or '}
            <a href={page.returnUrl}>go back to the shop</a>
          </>
        )}
        {page.complaint === null && '.'}
      </div>
    </div>
  );
}

function Methods({ page }: { page: PaymentPage }) {
  return (
    <fieldset>
      <legend class="label">Payment method</legend>
      <div class="methods">
        {page.methods.map(({ code, name, hint }) => (
          <label class="method" key={code}>
            <input type="radio" name="method" value={code} checked={code === page.chosen} required />
            <span class="words">
              <span class="name">{name}</span>
              <span class="hint">{hint}</span>
            </span>
            <MethodIcon code={code} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const ENDINGS = [
  { outcome: 'declined', what: 'Decline', effect: 'The bank says no, try again' },
  { outcome: 'uncleared', what: 'Hold', effect: 'Paid, but the bank still checks it' },
  { outcome: 'cancelled', what: 'Cancel', effect: 'Back to the shop, unpaid' },
  { outcome: 'unfinished', what: 'Leave unfinished', effect: 'The shopper walks away' },
] as const;

function OtherEndings({ page }: { page: PaymentPage }) {
  // Left unfinished means that no one has tried yet (spec §3).
  const endings = ENDINGS.filter(({ outcome }) => outcome !== 'unfinished' || !page.started);
  return <Endings label="Or let the payment end another way" endings={endings} />;
}
