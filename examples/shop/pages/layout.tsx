import type { ComponentChildren } from 'preact';
import { Mark } from './art.js';

/** The name of the shop. */
export const SHOP_NAME = 'Quay Street Goods';

/** The title of the browser tab. */
export const tabTitle = (title: string): string => `${title} · ${SHOP_NAME}`;

interface LayoutProps {
  title: string;
  /** The entry of the navigation for this page. */
  here?: 'shop' | 'orders';
  /** Whether to load the script that keeps the page up to date. */
  live?: boolean;
  children: ComponentChildren;
}

const Header = ({ here }: { here: LayoutProps['here'] }) => (
  <header class="site-header">
    <a class="brand" href="/">
      <Mark />
      <span>{SHOP_NAME}</span>
    </a>
    <nav aria-label="Main">
      <a href="/" aria-current={here === 'shop' ? 'page' : undefined}>
        Shop
      </a>
      <a href="/orders" aria-current={here === 'orders' ? 'page' : undefined}>
        Orders
      </a>
      <a href="/payments/dashboard">Dashboard</a>
      <a href="/sandbox">Sandbox</a>
    </nav>
  </header>
);

const Footer = () => (
  <footer class="site-footer">
    <p>
      A demonstration shop. Payments go to a sandbox on this machine: no real money, nothing is delivered, nothing
      leaves your computer.
    </p>
  </footer>
);

/** The frame around every page. */
export function Layout({ title, here, live, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{tabTitle(title)}</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/shop.css" />
        <link rel="stylesheet" href="/assets/orders.css" />
        {live && <script type="module" src="/assets/live.js"></script>}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <Header here={here} />
        <main id="main">{children}</main>
        <Footer />
      </body>
    </html>
  );
}
