import type { ComponentChildren } from 'preact';
import { CrossIcon, TickIcon } from '../pages/icons.js';
import { pageRenderer, type RenderedPage } from '../pages/page.frame.js';
import { dateText, instantText } from '../pages/time-text.js';
import type { Desk } from './desk.js';
import { MERCHANT_STYLE } from './merchant.style.js';

/** One merchant page. */
export interface MerchantPage {
  readonly title: string;
  /** Which entry of the navigation it belongs to; `/` is the overview. */
  readonly section: string;
  /** The pages above it, from the top; the page itself comes by its title. */
  readonly above?: readonly { readonly href: string; readonly text: string }[];
  readonly desk: Desk;
  readonly children: ComponentChildren;
}

/** Where the merchant pages are. */
export const PATHS = {
  home: '/',
  transactions: '/merchant/transactions',
  notifications: '/merchant/notifications',
  groups: '/merchant/groups',
  faults: '/merchant/faults',
  clock: '/merchant/clock',
} as const;

const NAVIGATION = [
  { href: PATHS.transactions, text: 'Transactions' },
  { href: PATHS.notifications, text: 'Notifications' },
  { href: PATHS.groups, text: 'Groups' },
  { href: PATHS.faults, text: 'Faults' },
  { href: PATHS.clock, text: 'Clock' },
] as const;

const render = pageRenderer({ style: MERCHANT_STYLE, formAction: "'self'" });

/** Renders a merchant page in the frame that all of them share. */
export function merchantPage(page: MerchantPage): RenderedPage {
  const children = (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header section={page.section} desk={page.desk} />
      <main id="main">
        <Breadcrumbs page={page} />
        <FlashMessage flash={page.desk.flash} />
        {page.children}
      </main>
      <footer>Tillbridge sandbox · nothing on these pages is real</footer>
    </>
  );
  return render({ title: `${page.title} · Tillbridge sandbox`, children });
}

function Header({ section, desk }: { section: string; desk: Desk }) {
  return (
    <header class="top">
      <div class="bar">
        <a class="brand" href={PATHS.home} aria-current={section === PATHS.home ? 'page' : undefined}>
          <Bridge />
          <b>
            Tillbridge <span>sandbox</span>
          </b>
        </a>
        <nav aria-label="Main">
          <ul>
            {NAVIGATION.map(({ href, text }) => (
              <li key={href}>
                <a href={href} aria-current={href === section ? 'page' : undefined}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p class="mode">
          <time datetime={instantText(desk.now)} title={`The sandbox's time, ${desk.timeZone}`}>
            {dateText(desk.now, desk.timeZone)}
          </time>
        </p>
      </div>
    </header>
  );
}

function Breadcrumbs({ page }: { page: MerchantPage }) {
  if (page.above === undefined) return null;
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      <ul>
        {page.above.map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
        <li aria-current="page">{page.title}</li>
      </ul>
    </nav>
  );
}

function FlashMessage({ flash }: { flash: Desk['flash'] }) {
  if (flash === null) return null;
  return (
    <div class={`flash ${flash.tone}`} role={flash.tone === 'good' ? 'status' : 'alert'}>
      {flash.tone === 'good' ? <TickIcon /> : <CrossIcon />}
      <p>{flash.text}</p>
    </div>
  );
}

const Bridge = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path
      d="M3 22c8 0 8-12 13-12s5 12 13 12M3 16.500h26"
      fill="none"
      stroke="currentColor"
      stroke-width="2.600"
      stroke-linecap="round"
    />
  </svg>
);
