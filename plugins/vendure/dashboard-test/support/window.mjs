import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.TILLBRIDGE_TEST_CHROMIUM ?? '/usr/bin/chromium';
const PICTURES = join(import.meta.dirname, '..', '..', '..', '..', '.test-artefacts', 'vendure-dashboard');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SUPERADMIN = { user: 'superadmin', password: 'superadmin' };
const SIZE = { width: 1440, height: 1100 };
const LIMIT_MS = 20_000;

/** Opens the browser of a run. */
export const openBrowser = () =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

/** Someone who is signed in to the dashboard. */
export class Window {
  /** Signs in by the form, as people do. */
  static async open(browser, url, { user, password } = SUPERADMIN) {
    const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce', locale: 'en-GB' });
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${url}/dashboard/login`);
    await page.fill('input[name="username"]', user);
    await page.fill('input[name="password"]', password);
    await page.click('button[type="submit"]');
    await page.waitForURL((address) => !address.pathname.includes('login'));
    return new Window(page, url, errors);
  }

  constructor(page, url, errors) {
    Object.assign(this, { page, url, errors });
  }

  /** The plugin's block on the page of an order. */
  async order({ id }) {
    await this.page.goto(`${this.url}/dashboard/orders/${id}`);
    const block = this.page.getByTestId('tillbridge-order');
    await block.waitFor();
    return block;
  }

  /** Waits for a message that says so. */
  toast(text) {
    return this.page.locator('[data-sonner-toast]', { hasText: text }).first().waitFor();
  }

  /** Keeps a picture of the window, or of the whole page, and tells what axe finds serious inside the place. */
  async judge(name, place, fullPage = false) {
    mkdirSync(PICTURES, { recursive: true });
    await this.page.locator(place).first().scrollIntoViewIfNeeded();
    await this.page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage });
    await this.page.evaluate(AXE);
    return this.page.evaluate(async (within) => {
      const { violations } = await window.axe.run(within, { resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    }, place);
  }

  close() {
    return this.page.context().close();
  }
}
