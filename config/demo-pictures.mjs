/**
 * Takes the pictures of README.md from the running demo: what a shopper sees of an order, and what the staff sees of the
 * same day. Needs a build and a Chromium (`TILLBRIDGE_TEST_CHROMIUM`, default /usr/bin/chromium).
 *
 *   npm run pictures
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [SHOP_PORT, SANDBOX_PORT] = [3190, 4190];
const SHOP = `http://localhost:${SHOP_PORT}`;
const SANDBOX = `http://localhost:${SANDBOX_PORT}`;
const PASSWORD = 'only-for-pictures';
const VIEWS = { 'demo-shop': { width: 920, height: 440 }, 'demo-dashboard': { width: 980, height: 540 } };

/** Starts shop and sandbox in a folder of their own, and waits until both are open. */
async function openDemo(folder) {
  const ports = { PORT: String(SHOP_PORT), SANDBOX_PORT: String(SANDBOX_PORT) };
  const env = { ...process.env, ...ports, DATA_FOLDER: folder, OPERATOR_PASSWORD: PASSWORD };
  const demo = spawn(process.execPath, ['dist/examples/shop/start.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    let said = '';
    demo.stdout.on('data', (text) => (said += text).includes('Ctrl-C') && resolve());
    demo.once('exit', () => reject(new Error(`the demo did not start:\n${said}`)));
  });
  return demo;
}

async function startPaying(page, product) {
  await page.goto(SHOP);
  await page.getByRole('button', { name: product }).click();
  await page.waitForURL(`${SANDBOX}/**`);
}

async function pay(page) {
  await page.getByRole('link', { name: 'iDEAL' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: 'Success' }).click();
  await page.waitForURL(`${SHOP}/orders/**`);
}

async function buy(page, product) {
  await startPaying(page, product);
  await pay(page);
  await page.getByText('Confirmation mail sent').waitFor();
}

/** Leaves the first page, pays the second, and lets a late payment arrive on the first. Returns the order's id. */
async function payTwice(page, product) {
  await startPaying(page, product);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(`${SHOP}/orders/**`);
  const orderId = new URL(page.url()).pathname.split('/').at(-1);
  await page.getByRole('heading', { level: 1, name: 'Cancelled' }).waitFor();
  await page.getByRole('button', { name: /again/i }).click();
  await page.waitForURL(`${SANDBOX}/**`);
  await pay(page);
  await page.getByText('Confirmation mail sent').waitFor();
  await page.goto(`${SANDBOX}/merchant/transactions`);
  await page.getByRole('link', { name: orderId, exact: true }).click();
  await page.getByRole('button', { name: 'Let a late payment arrive' }).click();
  await page.goto(`${SHOP}/orders/${orderId}`);
  await page.getByRole('heading', { level: 1, name: 'Paid twice' }).waitFor();
  return orderId;
}

async function takePicture(page, name) {
  const path = join('docs', 'public', `${name}.png`);
  await page.setViewportSize(VIEWS[name]);
  await page.screenshot({ path });
  console.log(`${path}: ${Math.ceil(statSync(path).size / 1024)} kB`);
}

async function takeAll(browser) {
  const options = { colorScheme: 'light', httpCredentials: { username: 'sam', password: PASSWORD } };
  const page = await (await browser.newContext(options)).newPage();
  for (const product of ['Tulip print', 'Linen notebook']) await buy(page, product);
  const orderId = await payTwice(page, 'teapot');
  await takePicture(page, 'demo-shop');
  await page.goto(`${SHOP}/payments/dashboard/orders/order?${new URLSearchParams({ group: 'web', id: orderId })}`);
  await takePicture(page, 'demo-dashboard');
}

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-pictures-'));
const demo = await openDemo(folder);
try {
  const executablePath = process.env['TILLBRIDGE_TEST_CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  await takeAll(browser).finally(() => browser.close());
} finally {
  demo.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
