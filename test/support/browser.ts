import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { isLongRun } from './long-run.js';

/** The headless shell takes two thirds of the time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const EXECUTABLE =
  process.env['TILLBRIDGE_TEST_CHROMIUM'] ?? INSTALLED.find((path) => existsSync(path)) ?? INSTALLED[0]!;
const ARTEFACTS = join(process.cwd(), '.test-artefacts');
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Whether there is a browser. With `TILLBRIDGE_TEST_BROWSER=required` the answer is yes, and a missing one fails the run. */
export const hasBrowser = existsSync(EXECUTABLE) || process.env['TILLBRIDGE_TEST_BROWSER'] === 'required';

/** What to do if there is none. */
export const HOW_TO_GET_A_BROWSER =
  'install chromium-headless-shell or chromium, or name one in TILLBRIDGE_TEST_CHROMIUM (TILLBRIDGE_TEST_BROWSER=required makes it required)';

/** Starts Chromium. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });

/** A window and its complaints. */
export interface Window {
  page: Page;
  /** Console errors, blocked content, uncaught exceptions, requests to other machines. Must stay empty. */
  complaints: string[];
  context: BrowserContext;
}

/** The default size of a window. */
export const DEFAULT_VIEWPORT = { width: 1280, height: 860 };

/** Opens a window and records all its complaints. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await browser.newContext({ viewport: DEFAULT_VIEWPORT, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.setDefaultTimeout(20_000);
  page.on('console', (message) => {
    // A browser also logs each page that answers a wrong form.
    if (message.text().includes('status of 422')) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !['localhost', '127.0.0.1'].includes(hostname)) {
      complaints.push(`request to ${hostname}`);
    }
  });
  return { page, complaints, context };
}

/** Drawing a long page takes as long as testing it. */
const keepsPictures = isLongRun || Boolean(process.env['TILLBRIDGE_TEST_PICTURES']);

/**
 * Saves a picture of the whole page for people, in `.test-artefacts`: in the long run, and if
 * `TILLBRIDGE_TEST_PICTURES` is set.
 *
 * @param name - folder and name, e.g. `shop/orders-phone`
 */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!keepsPictures) return;
  const path = join(ARTEFACTS, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage: true });
}

/** How many pixels the page is wider than the device: wide content widens a phone's window, but not its screen. */
export async function overflowOf(page: Page): Promise<number> {
  const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  return wide - (page.viewportSize()?.width ?? 0);
}
