import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  HOW_TO_GET_A_BROWSER,
  hasBrowser,
  keepPicture,
  launchBrowser,
  openWindow,
  overflowOf,
  type Window,
} from '../../support/browser.js';
import { seriousFaults } from './accessibility.js';
import { cookieOf, type Clerk } from './host-clerks.js';

/** The windows in which every page has to be good. */
export const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 860 } },
} as const satisfies Record<string, BrowserContextOptions>;

/** Of one of them. */
export type Device = keyof typeof DEVICES;

/** How a clerk looks at the dashboard. */
export interface Look {
  readonly clerk?: Clerk;
  readonly device?: Device;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
}

/** Chromium for the tests of one block; each of them ends with nothing to complain of. */
export class DashboardWindows {
  private browser: Browser;
  private readonly windows: Window[] = [];

  constructor() {
    beforeAll(async () => {
      this.browser = await launchBrowser();
    });
    afterEach(() => this.closeAll());
    afterAll(() => this.browser?.close());
  }

  /** Opens the page of an address, logged in. */
  async open(address: string, look: Look = {}): Promise<Page> {
    const { clerk = 'ann', device = 'desktop', colorScheme = 'light', javaScriptEnabled = true } = look;
    const window = await openWindow(this.browser, { ...DEVICES[device], colorScheme, javaScriptEnabled });
    this.windows.push(window);
    await window.context.addCookies([{ ...cookieOf(clerk), url: new URL(address).origin }]);
    await window.page.goto(address);
    return window.page;
  }

  /**
   * Looks at a page in a window of each device, light and dark: nothing sticks out, axe finds nothing serious, and a
   * picture of each is kept in `.test-artefacts/dashboard/`.
   *
   * @param name - of the pictures, e.g. `refunds-manual`
   */
  async inspect(address: string, name: string): Promise<void> {
    for (const device of ['phone', 'desktop'] as const) {
      const page = await this.open(address, { device });
      await this.judge(page, `${name}-${device}`);
    }
  }

  /** Judges the page that a window shows now, in light and in dark. */
  async judge(page: Page, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await keepPicture(page, `dashboard/${name}-${colorScheme}`);
      const verdict = { name, overflow: await overflowOf(page), faults: await seriousFaults(page) };
      expect(verdict).toEqual({ name, overflow: 0, faults: [] });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }

  private async closeAll(): Promise<void> {
    const opened = this.windows.splice(0);
    await Promise.all(opened.map(({ context }) => context.close()));
    expect(opened.flatMap(({ complaints }) => complaints)).toEqual([]);
  }
}

/** A block of tests that need a browser; without one it is skipped, and says how to get one. */
export function describeInBrowser(title: string, body: () => void): void {
  if (hasBrowser) describe(title, body);
  else describe.skip(`${title} (skipped: ${HOW_TO_GET_A_BROWSER})`, body);
}
