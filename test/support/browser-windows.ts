import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  DEFAULT_VIEWPORT,
  HOW_TO_GET_A_BROWSER,
  hasBrowser,
  launchBrowser,
  openWindow,
  type Window,
} from './browser.js';
import { sized } from './long-run.js';

/** The window sizes in which every page is tested. */
export const DEVICES = {
  phone: { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 860 } },
} as const satisfies Record<string, BrowserContextOptions>;

/** One of {@link DEVICES}. */
export type Device = keyof typeof DEVICES;

/** The colour scheme that a window requests. */
export type ColorScheme = 'light' | 'dark';

/**
 * The colours in which a page is tested on a device. Colours and width are independent, so before a merge each of them
 * is tested once.
 */
export const coloursOn = (device: Device): readonly ColorScheme[] =>
  sized({ usual: [device === 'phone' ? 'light' : 'dark'], long: ['light', 'dark'] });

/** The devices for a walk through several pages: before a merge this one, in a long run all of them. */
export const walkedOn = (device: Device): readonly Device[] => sized({ usual: [device], long: ['phone', 'desktop'] });

/**
 * Chromium for the tests of one block; each test must end without complaints. A window is reused by later tests with
 * the same options, because opening one takes longer than most pages. It is blank then, without cookies.
 */
export class BrowserWindows {
  private browser: Browser;
  private readonly opened = new Map<Window, BrowserContextOptions>();
  private readonly free = new Map<string, Window[]>();

  /** @param isExpected - which complaints the tests expect; default: none */
  constructor(private readonly isExpected: (complaint: string) => boolean = () => false) {
    beforeAll(async () => {
      this.browser = await launchBrowser();
    });
    afterEach(() => this.blankAll());
    afterAll(() => this.browser?.close());
  }

  /** Opens an empty window. */
  async open(options: BrowserContextOptions = {}): Promise<Page> {
    const window = this.free.get(JSON.stringify(options))?.pop() ?? (await openWindow(this.browser, options));
    this.opened.set(window, options);
    return window.page;
  }

  private async blankAll(): Promise<void> {
    const opened = [...this.opened];
    this.opened.clear();
    const complaints = opened.flatMap(([window]) => window.complaints);
    await Promise.all(opened.map(([window, options]) => this.blank(window, options)));
    expect(complaints.filter((complaint) => !this.isExpected(complaint))).toEqual([]);
  }

  /** Undoes what a test has changed in a window; a window that cannot be restored is closed. */
  private async blank(window: Window, options: BrowserContextOptions): Promise<void> {
    const { page, context, complaints } = window;
    const { colorScheme = null, viewport } = options;
    try {
      await page.goto('about:blank');
      await context.clearCookies();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport ?? DEFAULT_VIEWPORT);
    } catch {
      return void (await context.close());
    }
    complaints.length = 0;
    const key = JSON.stringify(options);
    this.free.set(key, [...(this.free.get(key) ?? []), window]);
  }
}

/** A block of tests that need a browser; without one it is skipped, and its title tells how to get one. */
export function describeInBrowser(title: string, body: () => void): void {
  if (hasBrowser) describe(title, body);
  else describe.skip(`${title} (skipped: ${HOW_TO_GET_A_BROWSER})`, body);
}
