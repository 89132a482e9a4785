/** One payment and one refund, against the sandbox, by signed notifications over HTTP. */
import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { sign } from 'tillbridge/protocol';
import type { Sandbox } from 'tillbridge/sandbox';
import { KEY, NOTIFICATIONS } from './settings.js';
import { Shop } from './shop.js';

const LIMIT_MS = 30_000;

export interface Answer {
  status: number;
  contentType: string | null;
  body: string;
}

export interface Purchase {
  /** The notifications of the payment, as delivered by the sandbox. */
  verdicts: string[];
  paid: boolean;
  /** How often stock was reserved, in the transaction that recorded the payment. */
  reserved: number;
  /** The shop's handler was called for the refund, and the service has the refund. */
  refunded: boolean;
}

/** @throws Error if the condition is not met in time */
async function until(what: string, isMet: () => boolean): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!isMet()) {
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await delay(20);
  }
}

/** The address of the application. */
export async function addressOf(app: INestApplication): Promise<string> {
  return `${(await app.getUrl()).replace('[::1]', '127.0.0.1')}/${NOTIFICATIONS}`;
}

/** Sells, is paid, and refunds a part. */
export async function buyAndRefund(app: INestApplication, sandbox: Sandbox, orderId = 'compat-1'): Promise<Purchase> {
  const shop = app.get(Shop);
  await shop.order(orderId, await addressOf(app));
  await sandbox.pay(orderId);
  await until('the payment', () => shop.mails.includes(orderId));
  const verdicts = (await sandbox.deliveries(orderId)).map(({ verdict }) => verdict);
  await shop.takeBack(orderId);
  await until('the refund', () => shop.refunded.includes(orderId));
  const order = await shop.payments.orders.find(orderId);
  const { amountRefunded } = await sandbox.order(orderId);
  const reserved = shop.reserved.filter((id) => id === orderId).length;
  return { verdicts, paid: order?.paid === true, reserved, refunded: amountRefunded === 500 };
}

/** Sends a notification of an unknown order, signed by `key`. */
export async function notify(app: INestApplication, key: string = KEY): Promise<Answer> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = JSON.stringify({ order_id: 'unknown-1', status: 'completed', amount: 1250, currency: 'EUR' });
  const url = `${await addressOf(app)}?transactionid=unknown-1&timestamp=${timestamp}`;
  const headers = { 'content-type': 'application/json', auth: sign({ timestamp, body, key }) };
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { status: answer.status, contentType: answer.headers.get('content-type'), body: await answer.text() };
}
