import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startRunningShop, type RunningShop } from '../examples/support/running-shop.js';
import { seriousFaults } from '../support/accessibility.js';
import { keepPicture, launchBrowser, openWindow, overflowOf, type Window } from '../support/browser.js';
import { describeInBrowser, DEVICES, type ColorScheme, type Device } from '../support/browser-windows.js';
import { isLongRun } from '../support/long-run.js';
import { crawl, kindOf } from './support/crawler.js';
import { keyboardFaults } from './support/keyboard-faults.js';
import { dashboardOf, openFor } from './support/open-shop.js';

/** How a page is looked at. */
interface View {
  readonly device: Device;
  readonly colorScheme: ColorScheme;
  readonly javaScriptEnabled: boolean;
}

const VIEWS: readonly View[] = (['phone', 'desktop'] as const).flatMap((device) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [true, false].map((javaScriptEnabled) => ({ device, colorScheme, javaScriptEnabled })),
  ),
);
const PASSWORD = 'open-sesame';
const LIMIT_MS = 20 * 60_000;

const nameOf = ({ device, colorScheme, javaScriptEnabled }: View): string =>
  `${device}-${colorScheme}${javaScriptEnabled ? '' : '-without-script'}`;

/** Of the picture: what the address is about. */
const pictureOf = (address: string): string =>
  kindOf(address)
    .replace(/^https?:\/\/[^/]+/, '')
    .replaceAll(/[^a-z]+/gi, '-')
    .replaceAll(/^-|-$/g, '') || 'home';

describeInBrowser('every page that links lead to', () => {
  let shop: RunningShop;
  let browser: Browser;
  let pages: string[];
  let views = 0;
  const windows: Window[] = [];

  const open = async (view: View): Promise<Window> => {
    const httpCredentials = { username: 'ann', password: PASSWORD };
    const { colorScheme, javaScriptEnabled } = view;
    const window = await openWindow(browser, {
      ...DEVICES[view.device],
      colorScheme,
      javaScriptEnabled,
      httpCredentials,
    });
    windows.push(window);
    return window;
  };

  beforeAll(async () => {
    [shop, browser] = await Promise.all([startRunningShop({ OPERATOR_PASSWORD: PASSWORD }), launchBrowser()]);
    // A page that updates itself would fold the form that is being filled in.
    const { page } = await open(VIEWS.find(({ javaScriptEnabled }) => !javaScriptEnabled)!);
    await openFor(page, shop);
    pages = await crawl(page, [shop.url, dashboardOf(shop), shop.sandboxUrl]);
  }, LIMIT_MS);

  afterAll(async () => {
    await Promise.all(windows.map(({ context }) => context.close()));
    await browser?.close();
    await shop?.close();
    const { TILLBRIDGE_FINDINGS: file } = process.env;
    if (!file) return;
    const figures = [
      { name: 'pages', value: pages.length, unit: '' },
      { name: 'views of a page', value: views, unit: '' },
    ];
    appendFileSync(file, `${JSON.stringify({ figures, tables: [] })}\n`);
  });

  it('is found', () => {
    const kinds = new Set(pages.map(kindOf));
    for (const path of ['/orders', '/refunds', '/refunds/batches', '/notifications', '/settings']) {
      expect([...kinds].some((kind) => kind.startsWith(`${dashboardOf(shop)}${path}?`))).toBe(true);
    }
    expect(kinds.size).toBeGreaterThan(20);
  });

  /** In a long run each page is looked at in every window; before a merge in one, and the next page in the next. */
  it(
    'fits, keeps no one out, works by the keyboard, and has nothing to complain of',
    async () => {
      const faults: string[] = [];
      for (const [number, view] of VIEWS.entries()) {
        const { page, complaints } = await open(view);
        const mine = pages.filter((_, index) => isLongRun || index % VIEWS.length === number);
        for (const address of mine) {
          for (const fault of await judge(page, address, view)) faults.push(`${nameOf(view)} ${address}: ${fault}`);
          for (const complaint of complaints.splice(0)) faults.push(`${nameOf(view)} ${address}: ${complaint}`);
        }
      }
      expect(faults).toEqual([]);
    },
    LIMIT_MS,
  );

  async function judge(page: Page, address: string, view: View): Promise<string[]> {
    await page.goto(address);
    views += 1;
    const { host } = new URL(address);
    await keepPicture(
      page,
      `walk/${host === new URL(shop.sandboxUrl).host ? 'sandbox' : 'shop'}/${pictureOf(address)}/${nameOf(view)}`,
    );
    const overflow = await overflowOf(page);
    return [
      ...(overflow > 0 ? [`it is ${overflow} pixels wider than the window`] : []),
      // What judges is a script, and the page without one is the same until a script has changed it.
      ...(view.javaScriptEnabled ? await seriousFaults(page) : []),
      ...(view.device === 'desktop' ? await keyboardFaults(page) : []),
    ];
  }
});
