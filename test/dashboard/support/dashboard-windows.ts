import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { keepPicture, overflowOf } from '../../support/browser.js';
import { BrowserWindows, coloursOn, DEVICES, type ColorScheme, type Device } from '../../support/browser-windows.js';
import { seriousFaults } from '../../support/accessibility.js';
import { cookieOf, type Clerk } from './host-clerks.js';

/** The narrowest phones that there are. */
const NARROWEST = { width: 320, height: 780 };

/** How a clerk looks at the dashboard. */
export interface View {
  readonly clerk?: Clerk;
  readonly device?: Device;
  readonly colorScheme?: ColorScheme;
  readonly javaScriptEnabled?: boolean;
}

/** Windows in which a clerk looks at the dashboard, for the tests of one block. */
export class DashboardWindows {
  private readonly windows: BrowserWindows;

  /** @param isExpected - which complaints the tests expect; default: none */
  constructor(isExpected?: (complaint: string) => boolean) {
    this.windows = new BrowserWindows(isExpected);
  }

  /** Opens the page of an address, logged in. */
  async open(address: string, view: View = {}): Promise<Page> {
    const { clerk = 'ann', device = 'desktop', colorScheme = 'light', javaScriptEnabled = true } = view;
    const size = device === 'phone' ? { viewport: NARROWEST } : {};
    const page = await this.windows.open({ ...DEVICES[device], ...size, colorScheme, javaScriptEnabled });
    await page.context().addCookies([{ ...cookieOf(clerk), url: new URL(address).origin }]);
    await page.goto(address);
    return page;
  }

  /**
   * Looks at a page in a window of each device: nothing sticks out, axe finds nothing serious, and a picture of each is
   * kept in `.test-artefacts/dashboard/`.
   *
   * @param name - of the pictures, e.g. `refunds-manual`
   */
  async inspect(address: string, name: string): Promise<void> {
    for (const device of ['phone', 'desktop'] as const) {
      const page = await this.open(address, { device });
      await this.judge(page, name, device);
    }
  }

  /** Judges the page that a window of this device shows now, in the colours of a run of this size. */
  async judge(page: Page, name: string, device: Device = 'desktop'): Promise<void> {
    for (const colorScheme of coloursOn(device)) {
      await page.emulateMedia({ colorScheme });
      await keepPicture(page, `dashboard/${name}-${device}-${colorScheme}`);
      const verdict = { name, overflow: await overflowOf(page), faults: await seriousFaults(page) };
      expect(verdict).toEqual({ name, overflow: 0, faults: [] });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
}
