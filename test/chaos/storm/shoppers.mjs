/**
 * What comes in whether the shop is well or not: orders at a steady rate, each paid or not at the service, shoppers who come
 * back, clerks who give money back, and click twice.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { callPage } from './calls.mjs';

const MOST_TRIES = 10;
const MOST_BACK = 500;
const AGAIN_MS = 700;
/** The shop knows of most payments by then; a clerk who still finds none comes back no more. */
const READS_FOR_PAYMENT = 12;
/** So many of a hundred orders end so at the service: each is a list of what happens there. */
const ENDS = [
  [64, ['pay']],
  [6, ['decline', 'pay']],
  [7, ['cancel']],
  [4, ['cancel', 'pay']],
  [5, ['decline']],
  [4, ['leave']],
  [3, ['expire']],
  [3, ['hold', 'accept']],
  [2, ['hold', 'reject']],
  [2, []],
];
/** What clerks ask for, as keys of five euros each out of twelve and a half; `a` and `a` is one click too many. */
const REQUESTS = [['a'], ['a', 'a'], ['a', 'b'], ['a', 'a', 'b', 'b'], ['a', 'b', 'c']];
/** How they pay, when not in the usual way: each reports its payments, and what is cancelled, in words of its own. */
const METHODS = ['PAYPAL', 'VISA', 'AMAZONBTN', 'KLARNA', 'TRUSTLY'];
const CHANCES = { twice: 0.05, refund: 0.07, dashboard: 0.01, method: 0.3 };
const DASHBOARD_AMOUNT = 150;

function endOf(chance) {
  let left = chance.between(0, 100);
  return ENDS.find(([percent]) => (left -= percent) < 0)[1];
}

export class Shoppers {
  counts = { orders: 0, refundsAsked: 0, gaveUp: 0, dashboard: 0 };
  /** What was asked of the shop, and what it answered: see `support/outside.mjs`. */
  calls = [];
  #plan;
  #underWay = new Set();

  /** @param plan { front, service, chance, rate: orders a second, returning: chance that a shopper comes back to the shop } */
  constructor(plan) {
    this.#plan = plan;
  }

  /** Sends shoppers in for so long, however the others fare. */
  async comeFor(ms) {
    const { rate } = this.#plan;
    const [started, first] = [performance.now(), this.counts.orders];
    while (performance.now() - started < ms) {
      const due = ((performance.now() - started) / 1_000) * rate;
      while (this.counts.orders - first < due) this.#send();
      await delay(50);
    }
  }

  /** When all have left. */
  async gone() {
    await Promise.all(this.#underWay);
  }

  #send() {
    this.counts.orders += 1;
    const visit = this.#visit(`C-${this.counts.orders}`).finally(() => this.#underWay.delete(visit));
    this.#underWay.add(visit);
  }

  async #visit(orderId) {
    const { chance, returning } = this.#plan;
    const end = endOf(chance);
    const isTwice = chance.hits(CHANCES.twice);
    const [isReturning, isSorry] = [chance.hits(returning), chance.hits(CHANCES.refund)];
    const isMerchants = chance.hits(CHANCES.dashboard);
    const requests = chance.pick(REQUESTS);
    const choice = chance.hits(CHANCES.method) ? { method: chance.pick(METHODS) } : {};
    if (isTwice) void this.#insist('POST', `/checkout/${orderId}`);
    if (!(await this.#insist('POST', `/checkout/${orderId}`))) return;
    for (const move of end) {
      await delay(chance.between(10, 400));
      await this.#atService(move, orderId, choice);
    }
    if (isReturning) void this.#page('GET', `/return/${orderId}`);
    if (end.at(-1) !== 'pay') return;
    if (isSorry) await this.#giveBack(orderId, requests);
    else if (isMerchants) {
      this.counts.dashboard += 1;
      await this.#atService('refund', orderId, { amount: DASHBOARD_AMOUNT });
    }
  }

  /** Clicks at once; each again until there is an answer, as a clerk cannot know. */
  async #giveBack(orderId, keys) {
    for (let reads = 0; reads < READS_FOR_PAYMENT; reads += 1) {
      const page = await this.#page('GET', `/return/${orderId}`);
      if (page?.status === 200 && JSON.parse(page.text).paid) break;
      await delay(AGAIN_MS);
    }
    this.counts.refundsAsked += keys.length;
    await Promise.all(keys.map((key) => this.#insist('POST', `/refund/${orderId}?key=${orderId}-${key}`)));
  }

  /** Until the shop answers something that is not its own failure. @returns whether it did */
  async #insist(method, path) {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const answer = await this.#page(method, path);
      if (answer !== null && answer.status < 500) return true;
      await delay(AGAIN_MS);
    }
    this.counts.gaveUp += 1;
    return false;
  }

  async #page(method, path, isLast = false) {
    const startedAt = performance.now();
    const page = await callPage(method, `${this.#plan.front.url}${path}`);
    const answer = page !== null && page.status < 300 ? JSON.parse(page.text) : null;
    const [, name, orderId, key = null] = /^\/(\w+)\/([\w-]+)(?:\?key=(.*))?$/.exec(path);
    this.calls.push({ page: name, orderId, key, startedAt, endedAt: performance.now(), answer, isLast });
    return page;
  }

  /** When everything is over, shoppers come back once more: as many as can be asked in a while, the newest first. */
  async comeBack() {
    const names = [...new Set(this.calls.map(({ orderId }) => orderId))].toReversed().slice(0, MOST_BACK);
    for (const orderId of names) await this.#page('GET', `/return/${orderId}`, true);
  }

  /** What the service refuses, such as to pay an order that it never had, is left at that. */
  async #atService(move, orderId, choice = {}) {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      try {
        return await this.#plan.service.call(move, orderId, choice);
      } catch {
        await delay(AGAIN_MS);
      }
    }
  }
}
