import type { ComponentChildren } from 'preact';

/** The shop's name, as on its door. */
export const SHOP_NAME = 'The Potting Shed';

interface LayoutProps {
  readonly title: string;
  readonly here?: 'shop' | 'basket' | 'staff';
  /** How many pieces are in the basket, where the page knows. */
  readonly inBasket?: number;
  /** Load the script that keeps the page up to date. */
  readonly isLive?: boolean;
  readonly children: ComponentChildren;
}

/** The shop's mark: a leaf over soil. */
const Mark = () => (
  <svg class="mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
    <path d="M20 31C7 28 6 14 8 6c9 2 14 8 12 25z" fill="currentColor" />
    <path d="M20 31c-2-12 3-17 13-18 2 10-3 17-13 18z" fill="currentColor" opacity=".6" />
    <path d="M7 35h26" stroke="currentColor" stroke-width="3" stroke-linecap="round" />
  </svg>
);

const Header = ({ here, inBasket }: Pick<LayoutProps, 'here' | 'inBasket'>) => (
  <header class="site-header">
    <a class="brand" href="/">
      <Mark />
      <span>{SHOP_NAME}</span>
    </a>
    <nav aria-label="Main">
      <a href="/" aria-current={here === 'shop' ? 'page' : undefined}>
        Shop
      </a>
      <a href="/basket" aria-current={here === 'basket' ? 'page' : undefined}>
        Basket{inBasket ? <span class="count">{inBasket}</span> : null}
      </a>
      <a href="/staff" aria-current={here === 'staff' ? 'page' : undefined}>
        Staff
      </a>
    </nav>
  </header>
);

/** The frame around every page. */
export const Layout = ({ title, here, inBasket, isLive, children }: LayoutProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} · ${SHOP_NAME}`}</title>
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/shop.css" />
      <link rel="stylesheet" href="/orders.css" />
      {isLive && <script type="module" src="/live.js"></script>}
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header here={here} inBasket={inBasket} />
      <main id="main">{children}</main>
      <footer class="site-footer">
        <p>
          A demonstration shop on Vendure. Payments go to a sandbox on this machine: no real money, nothing is
          delivered, nothing leaves your computer.
        </p>
      </footer>
    </body>
  </html>
);

/** What went wrong, above a form. */
export const Problem = ({ text }: { readonly text?: string }) =>
  text ? (
    <p class="problem" role="alert">
      {text}
    </p>
  ) : null;
