/** Sends traffic to the processes of a shop: the service that notifies, and the shoppers that pay and come back. */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { signedNotification } from '../../../dist/esm/testing/index.js';

const AT_ONCE = 64;
/** The service would wait a quarter of an hour. */
const AGAIN_MS = 250;
const MOST_TRIES = 40;
const MOST_BACK = 500;

/** What was sent, and what was answered. */
export class Shoppers {
  acknowledged = 0;
  refused = 0;
  /** Errors of pages, as the caller sees them. */
  failures = [];
  /** What the shop has acknowledged, each request once. */
  kept = new Set();
  /** What was asked of the shop, and what it answered: see `support/outside.mjs`. */
  calls = [];
  /** What was notified, and how that was answered. */
  deliveries = [];
  #pools;
  #key;
  #created = new Map();

  constructor(urls, key) {
    this.#pools = urls.map((url) => new Pool(url, { connections: AT_ONCE }));
    this.#key = key;
  }

  /** Carries out actions, so many at a time. */
  async perform(actions) {
    let next = 0;
    const work = async () => {
      while (next < actions.length) await this.#one(actions[next++]);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async close() {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }

  #one(action) {
    return {
      create: () => this.#create(action),
      return: () => this.#comeBack(action),
      notify: () => this.#notify(action),
    }[action.kind]();
  }

  /** When everything is over, those who have ordered ask once more: as many as can be asked in a while, the newest first. */
  async comeBackAtLast() {
    const names = [...this.#created.keys()].toReversed().slice(0, MOST_BACK);
    await Promise.all(names.map((orderId, index) => this.#page(index, { page: 'return', orderId, isLast: true })));
  }

  async #create({ order: { orderId }, process }) {
    const creation = this.#page(process, { page: 'checkout', orderId });
    this.#created.set(orderId, creation);
    await creation;
  }

  /** No one comes back who has not been there. */
  async #comeBack({ order: { orderId }, process }) {
    const creation = this.#created.get(orderId);
    if (!creation) return;
    await creation;
    await this.#page(process, { page: 'return', orderId });
  }

  /** A server ends a connection that was not used for five seconds, maybe just as it is used again: a browser then asks anew. */
  async #page(process, { page, orderId, isLast = false }) {
    const [method, path] = [page === 'checkout' ? 'POST' : 'GET', `/${page}/${orderId}`];
    const ask = () => this.#answer(process, { method, path });
    const startedAt = performance.now();
    const { statusCode, text } = await ask().catch(ask);
    const answer = statusCode < 300 ? JSON.parse(text) : null;
    this.calls.push({ page, orderId, key: null, startedAt, endedAt: performance.now(), answer, isLast });
    if (statusCode >= 400) this.failures.push(`${method} ${path}: ${statusCode} ${text}`);
  }

  async #answer(process, request) {
    const { statusCode, body } = await this.#pool(process).request(request);
    return { statusCode, text: await body.text() };
  }

  /** Until it is acknowledged, each time signed anew. */
  async #notify({ order: { orderId, steps }, step, index, process }) {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const at = Date.now() - index * 1_000;
      const { search, headers, body } = signedNotification({ key: this.#key, orderId, at, body: steps[step] });
      const path = `/payments/notifications/web${search}`;
      const request = { method: 'POST', path, headers, body };
      const { statusCode, text } = await this.#answer(process, request).catch(({ message }) => ({ text: message }));
      const isAcknowledged = statusCode === 200 && text === 'OK';
      const verdict = isAcknowledged ? 'acknowledged' : 'refused';
      this.deliveries.push({ orderId, verdict, fault: null, body: JSON.stringify(steps[step]) });
      if (isAcknowledged) {
        this.acknowledged += 1;
        return void this.kept.add(`${search} ${step}`);
      }
      this.refused += 1;
      await delay(AGAIN_MS);
    }
    this.failures.push(`notification of ${orderId}: never acknowledged`);
  }

  #pool(process) {
    return this.#pools[process % this.#pools.length];
  }
}
