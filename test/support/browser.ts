import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { isLongRun } from './long-run.js';

/** Without windows, which no one sees, it takes two thirds of the time. */
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

/** Is there a browser? When `TILLBRIDGE_TEST_BROWSER=required`, the answer is yes and a missing one fails the run. */
export const hasBrowser = existsSync(EXECUTABLE) || process.env['TILLBRIDGE_TEST_BROWSER'] === 'required';

/** What to do when there is none. */
export const HOW_TO_GET_A_BROWSER =
  'install chromium-headless-shell or chromium, or name one in TILLBRIDGE_TEST_CHROMIUM (TILLBRIDGE_TEST_BROWSER=required makes it required)';

/** Starts Chromium. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });

/** A window, and everything that went wrong in it. */
export interface Window {
  page: Page;
  /** Console errors, blocked content, uncaught exceptions, requests to other machines. Must stay empty. */
  complaints: string[];
  context: BrowserContext;
}

/** Of a window that is not to be another one. */
export const DEFAULT_VIEWPORT = { width: 1280, height: 860 };

/** Opens a window that listens for everything that goes wrong. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await browser.newContext({ viewport: DEFAULT_VIEWPORT, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.setDefaultTimeout(20_000);
  page.on('console', (message) => {
    // A browser also writes down each page that says what is wrong with a form.
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

/** Drawing a long page takes as long as judging it. */
const keepsPictures = isLongRun || Boolean(process.env['TILLBRIDGE_TEST_PICTURES']);

/**
 * Keeps a picture of the whole page for people to look at, in `.test-artefacts`: in the long run, and where
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

/** By how many pixels the page is wider than the device: a phone's window widens with what does not fit, its screen does not. */
export async function overflowOf(page: Page): Promise<number> {
  const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  return wide - (page.viewportSize()?.width ?? 0);
}
