import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { HOW_TO_GET_A_BROWSER, hasBrowser, launchBrowser, openWindow, type Window } from './browser.js';
import { sized } from './long-run.js';

/** The windows in which every page has to be good. */
export const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 860 } },
} as const satisfies Record<string, BrowserContextOptions>;

/** Of one of them. */
export type Device = keyof typeof DEVICES;

/** What a window may ask pages for. */
export type ColorScheme = 'light' | 'dark';

/**
 * The colours in which a page is judged on a device. They do not depend on the width, nor the width on them: each of them
 * once is enough before a merge.
 */
export const coloursOn = (device: Device): readonly ColorScheme[] =>
  sized({ usual: [device === 'phone' ? 'light' : 'dark'], long: ['light', 'dark'] });

/** Chromium for the tests of one block; each of them ends with nothing to complain of. */
export class BrowserWindows {
  private browser: Browser;
  private readonly windows: Window[] = [];

  /** @param isExpected - which complaints are what the tests ask for; by default none is */
  constructor(private readonly isExpected: (complaint: string) => boolean = () => false) {
    beforeAll(async () => {
      this.browser = await launchBrowser();
    });
    afterEach(() => this.closeAll());
    afterAll(() => this.browser?.close());
  }

  /** Opens an empty window. */
  async open(options?: BrowserContextOptions): Promise<Page> {
    const window = await openWindow(this.browser, options);
    this.windows.push(window);
    return window.page;
  }

  private async closeAll(): Promise<void> {
    const opened = this.windows.splice(0);
    await Promise.all(opened.map(({ context }) => context.close()));
    const complaints = opened.flatMap((window) => window.complaints);
    expect(complaints.filter((complaint) => !this.isExpected(complaint))).toEqual([]);
  }
}

/** A block of tests that need a browser; without one it is skipped, and says how to get one. */
export function describeInBrowser(title: string, body: () => void): void {
  if (hasBrowser) describe(title, body);
  else describe.skip(`${title} (skipped: ${HOW_TO_GET_A_BROWSER})`, body);
}
