/** Orders of the shop, notified of over HTTP as the service does: signed, and again until they are acknowledged. */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { writtenOrders } from '../../../bench/support/written-orders.mjs';
import { orderBody, signedNotification } from '../../../dist/esm/testing/index.js';
import { counted } from './counted-rows.mjs';
import { KINDS } from './layouts.mjs';

const AMOUNT = 1250;
const WRITTEN_TOGETHER = 200;
/** Orders under way at a time: a shop that is slower than the load holds it up. */
const MOST_AT_ONCE = 60;
const AGAIN_MS = 250;
const MOST_TRIES = 100;

/** The id that an order has by its number. */
const idOf = (number) => `Q-${number}`;

export class Load {
  /** When each notification was sent first, in epoch milliseconds, by order id and kind. */
  sentAt = new Map();
  /** Ids of orders of which both notifications were acknowledged. */
  acknowledged = [];
  complaints = [];
  #parts;
  #pool;
  #orders = 0;
  #written = 0;
  #underWay = new Set();

  /** @param parts { dataSource, engine, web, key, rate } */
  constructor(parts) {
    this.#parts = parts;
    this.#pool = new Pool(parts.web.url, { connections: MOST_AT_ONCE });
  }

  /** Sends orders until `isOver` says so, and waits for what is under way. */
  async run(isOver) {
    const gapMs = 1_000 / this.#parts.rate;
    for (let next = performance.now(); !isOver(); next += gapMs) {
      const early = next - performance.now();
      if (early > 0) await delay(early);
      else next = performance.now();
      while (this.#underWay.size >= MOST_AT_ONCE) await Promise.race(this.#underWay);
      const order = this.send(await this.#nextOrder()).finally(() => this.#underWay.delete(order));
      this.#underWay.add(order);
    }
    await Promise.all(this.#underWay);
  }

  /** Both notifications of an order. */
  async send(orderId) {
    for (const kind of KINDS) await this.#notify(orderId, kind);
    this.acknowledged.push(orderId);
  }

  /** An order of the shop of which nothing was sent yet. */
  async #nextOrder() {
    this.#orders += 1;
    while (this.#written < this.#orders) await this.#write();
    return idOf(this.#orders);
  }

  async #write() {
    const [from, to] = [this.#written + 1, this.#written + WRITTEN_TOGETHER];
    const { number, rows } = counted(this.#parts.engine, from, to);
    const orders = { id: `CONCAT('Q-', ${number})`, openedAt: Date.now(), rows };
    for (const statement of writtenOrders(orders)) await this.#parts.dataSource.query(statement);
    this.#written = to;
  }

  async #notify(orderId, status) {
    const at = Date.now();
    const own = status === 'initialized' ? { transactionId: null } : {};
    const body = orderBody({ orderId, amount: AMOUNT, at, status, ...own });
    this.sentAt.set(`${orderId} ${status}`, at);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const signed = signedNotification({ key: this.#parts.key, orderId, at: Date.now(), body });
      const path = `/payments/notifications/web${signed.search}`;
      const answer = await this.#pool.request({ method: 'POST', path, headers: signed.headers, body: signed.body });
      const text = await answer.body.text();
      if (answer.statusCode === 200 && text === 'OK') return;
      await delay(AGAIN_MS);
    }
    this.complaints.push(`a notification of ${orderId} was never acknowledged`);
  }

  close() {
    return this.#pool.close();
  }
}
