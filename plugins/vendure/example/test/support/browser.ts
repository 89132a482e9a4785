import axe from 'axe-core';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { HOME } from '../../src/home';

const EXECUTABLE = process.env['TILLBRIDGE_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const GRAVE: ReadonlySet<string | null | undefined> = new Set(['serious', 'critical']);

/** The windows in which every page has to be good. */
export const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'light' },
  desktop: { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
} as const satisfies Record<string, BrowserContextOptions>;

/** Starts Chromium. */
export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });

/** A window, and everything that went wrong in it: it must stay empty. */
export interface Window {
  readonly page: Page;
  readonly complaints: string[];
}

/** Opens a window that listens for errors and for requests to other machines. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Window> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options })).newPage();
  const complaints: string[] = [];
  page.setDefaultTimeout(30_000);
  page.on('console', (message) => {
    // A browser also writes down each page that says what is wrong with a form, asks to sign in, or does not exist.
    if (message.text().includes('responded with a status of 4')) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('response', (response) => {
    const isPage = response.request().resourceType() === 'document';
    if (!isPage && response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on('pageerror', ({ message }) => complaints.push(`uncaught: ${message}`));
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== 'localhost' && !request.url().startsWith('data:')) complaints.push(`request to ${hostname}`);
  });
  return { page, complaints };
}

/** What axe calls serious or critical on a page, by how much it is too wide, and a picture of it to look at. */
export async function faultsOf(page: Page, name: string): Promise<string[]> {
  const path = join(HOME, '.test-artefacts', `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage: true });
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - window.screen.width'));
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as axe.AxeResults;
  const grave = violations.filter(({ impact }) => GRAVE.has(impact));
  const places = grave.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${name}: ${id}: ${target.join(' ')}`));
  return overflow > 0 ? [`${name}: ${overflow} pixels too wide`, ...places] : places;
}
