/**
 * One shop on one database, as processes that may die, with the sandbox and the sink of its effects: what every trial with
 * a named fault is played on. What is true is read from the service, the database and the sink only.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { startSandbox } from '../../dist/esm/sandbox/index.js';
import { signedNotification } from '../../dist/esm/testing/index.js';
import { CANARY_MARKER } from '../support/canary-marker.mjs';
import { startEffectSink } from '../support/effect-sink.mjs';
import { SHOP_TABLES, startShopProcess } from '../support/shop-process.mjs';
import { auditStage } from './points-audit.mjs';

const key = `${CANARY_MARKER}-web-key`;
const PATIENCE_MS = 120_000;
/** Longer than any answer takes. */
const PAGE_MS = 60_000;
/** Between two looks at something. */
const CHECK_EVERY_MS = 20;
/** The quiet time of a refund passes in such steps. */
const STEP_MS = 180_000;
/** How long the one lane takes to send each refund that waits in it; time that is put forward shortens nothing of it. */
const IN_LANE_MS = 1_500;
const MOST_STEPS = 24;
const OUTPUT_SHOWN = 600;

/** Waits for something truthy. @throws {Error} when it does not come in time */
export async function until(what, condition, { timeoutMs = PATIENCE_MS, checkMs = CHECK_EVERY_MS } = {}) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs / 1_000} s in vain for ${what}`);
    await delay(checkMs);
  }
}

const page = (process, path, method = 'POST') =>
  fetch(`${process.url}/${path}`, { method, signal: AbortSignal.timeout(PAGE_MS) });
/** Pages of shoppers and clerks; the others are of the trial. */
const PAGE_OF_SHOP = /^(checkout|return|refund)\/(.+)$/;

/** The shop, and the world around it. */
export class Stage {
  /** Its processes that are alive. */
  processes = [];
  /** Notifications that were acknowledged, each once, as `order second`. */
  acknowledged = new Set();
  /** What was answered to notifications, by status; 0: nothing came. */
  answers = {};
  /** What shoppers and clerks asked of it, and what it answered: see `support/outside.mjs`. */
  calls = [];
  /** What was notified, and how that was answered. */
  deliveries = [];
  /** Refunds that the shop was asked for, in minor units, by the order. */
  refunds = new Map();
  orders = [];
  aheadMs = 0;
  #folder = mkdtempSync(join(tmpdir(), 'tillbridge-stage-'));
  #options;
  #shop;
  #reported = 0;
  #launched = 0;

  constructor(options, shop) {
    this.#options = options;
    this.#shop = shop;
  }

  /**
   * @param options TypeORM's, of an empty database
   * @param shop settings of its processes, beyond what they all need; `throughUrl`: where they find the database
   */
  static async open(options, shop = {}) {
    const stage = new Stage(options, shop);
    const clock = { now: () => stage.now() };
    // Without a guard at the service nothing but the shop keeps money from leaving twice.
    const switches = { refundGuard: 'off' };
    const terminalGroups = [{ name: 'web', apiKey: key, switches }];
    stage.service = await startSandbox({ terminalGroups, clock, database: stage.ledger });
    stage.sink = await startEffectSink();
    stage.database = await new DataSource(options).initialize();
    for (const table of SHOP_TABLES) await stage.database.query(table);
    return stage;
  }

  now() {
    return Date.now() + this.aheadMs;
  }

  /** The file in which the service keeps its books. */
  get ledger() {
    return join(this.#folder, 'service.sqlite');
  }

  /** Starts processes; the very first one makes the tables, and has to be alone. */
  async launch(many = 1) {
    const isFirst = this.#launched === 0;
    this.#launched += many;
    if (isFirst) await this.#launchOne();
    await Promise.all(Array.from({ length: many - (isFirst ? 1 : 0) }, () => this.#launchOne()));
  }

  async #launchOne() {
    const { throughUrl, ...shop } = this.#shop;
    const database = throughUrl ? { ...this.#options, url: throughUrl } : this.#options;
    const settings = { database, key, serviceUrl: this.service.url, sinkUrl: this.sink.url, workers: 'off' };
    const process = await startShopProcess({ ...settings, ...shop, clockAheadMs: this.aheadMs });
    void this.#forgetAfter(process);
    this.processes.push(process);
  }

  async #forgetAfter(process) {
    await process.ended;
    this.processes = this.processes.filter((other) => other !== process);
  }

  /** The end of what its processes have said, for anyone who looks into a failure. */
  outputs() {
    return this.processes.map((process) => process.output().slice(-OUTPUT_SHOWN)).join('\n');
  }

  async close() {
    await Promise.all(this.processes.map((process) => process.kill()));
    if (this.database.isInitialized) await this.database.destroy();
    await this.service.close();
    await this.sink.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The number in the first column of the first row. */
  async count(from) {
    const [row] = await this.database.query(`SELECT COUNT(*) AS n FROM ${from}`);
    return Number(row.n);
  }

  async rows(sql) {
    return this.database.query(sql);
  }

  /** One call, as its caller sees it. @returns what was answered; null: nothing, or that it failed */
  async #call(process, path, { method = 'POST', isLast = false } = {}) {
    const startedAt = performance.now();
    const response = await page(process, path, method).catch(() => null);
    const body = await response?.json().catch(() => null);
    const answer = response?.ok ? body : null;
    const [, name, orderId] = PAGE_OF_SHOP.exec(path) ?? [];
    const about = { page: name, orderId, key: null, isLast };
    if (name) this.calls.push({ ...about, startedAt, endedAt: performance.now(), answer });
    return answer;
  }

  /** Any of the processes that are left answers with 2xx; others are asked meanwhile. */
  async ask(path, { timeoutMs = PATIENCE_MS, ...how } = {}) {
    let index = 0;
    return until(
      path,
      async () => {
        const process = this.processes[index++ % Math.max(1, this.processes.length)];
        return process ? this.#call(process, path, how) : null;
      },
      { timeoutMs, checkMs: 100 },
    );
  }

  /** Asks one process once. @returns whether it answered with 2xx */
  async askOnce(process, path) {
    return (await this.#call(process, path)) !== null;
  }

  /** All of them work from now on; with a point, the first that comes to it stops there. @returns a ticket */
  async arm(point = 'none', signal = 'SIGKILL', processes = this.processes) {
    const ticket = join(this.#folder, randomUUID());
    const query = new URLSearchParams({ ticket, signal });
    await Promise.all(processes.map((process) => this.askOnce(process, `arm/${encodeURIComponent(point)}?${query}`)));
    return ticket;
  }

  /** An order that the shopper has paid, and of which the shop was not told. */
  async buy(orderId) {
    await this.ask(`checkout/${orderId}`);
    await this.pay(orderId);
  }

  async pay(orderId) {
    this.orders.push(orderId);
    await this.service.sandbox.pay(orderId);
  }

  /** The order in the service's own words. */
  async bodyOf(orderId) {
    const answer = await fetch(`${this.service.url}/v1/json/orders/${orderId}?api_key=${key}`);
    return (await answer.json()).data;
  }

  /** One notification, each of another second, as the service tells them apart. @returns whether it was acknowledged */
  async notifyOnce(orderId, process = this.processes[0]) {
    if (!process) return false;
    const at = this.now() - (this.#reported++ % 240) * 1_000;
    const reported = await this.bodyOf(orderId);
    const { search, headers, body } = signedNotification({ key, orderId, body: reported, at });
    const url = `${process.url}/payments/notifications/web${search}`;
    const signal = AbortSignal.timeout(PAGE_MS);
    const answer = await fetch(url, { method: 'POST', headers, body, signal }).catch(() => null);
    const text = await answer?.text().catch(() => '');
    const status = answer?.status ?? 0;
    this.answers[status] = (this.answers[status] ?? 0) + 1;
    const isAcknowledged = status === 200 && text === 'OK';
    if (isAcknowledged) this.acknowledged.add(`${orderId} ${Math.floor(at / 1_000)}`);
    const verdict = isAcknowledged ? 'acknowledged' : 'refused';
    this.deliveries.push({ orderId, verdict, fault: null, body: JSON.stringify(reported) });
    return isAcknowledged;
  }

  /** Notifies until someone says OK, as the service does, only sooner. */
  async notify(orderId, { timeoutMs = PATIENCE_MS } = {}) {
    let index = 0;
    const tell = () => this.notifyOnce(orderId, this.processes[index++ % Math.max(1, this.processes.length)]);
    await until(`the notification of ${orderId} to be acknowledged`, tell, { timeoutMs, checkMs: 100 });
  }

  async isDone(orderId) {
    const open = `WHERE order_id = '${orderId}' AND state = 'pending'`;
    const paid = await this.count(`tillbridge_order WHERE order_id = '${orderId}' AND paid_at IS NOT NULL`);
    return (
      paid === 1 &&
      (await this.count(`tillbridge_notification ${open}`)) + (await this.count(`tillbridge_outbox ${open}`)) === 0
    );
  }

  /** Paid, and known to be so. */
  async settle(orderId) {
    await this.buy(orderId);
    await this.notify(orderId);
    await until(`${orderId} to be settled`, () => this.isDone(orderId));
  }

  /** What the shop is to give back: always five of an order, under one key. */
  expectRefund(orderId) {
    this.refunds.set(orderId, 500);
    return `refund/${orderId}`;
  }

  async refundOf(orderId) {
    const [row] = await this.rows(
      `SELECT id, state, attempts, tag, updated_at AS at FROM tillbridge_refund WHERE order_id = '${orderId}'`,
    );
    return row ? { ...row, attempts: Number(row.attempts) } : { state: 'none', attempts: 0 };
  }

  /** Time passes for the shop and the service alike. */
  async pass(ms) {
    this.aheadMs += ms;
    await Promise.all(this.processes.map((process) => this.askOnce(process, `ahead/${this.aheadMs}`)));
  }

  /** Lets time pass until nothing is open any more, and has the service tell once more of every order. */
  async drain() {
    for (const orderId of this.orders) await this.notify(orderId);
    await this.arm();
    let left = [];
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const isOver = async () => (left = await this.open()).length === 0;
      await isOver();
      const timeoutMs =
        (step === 0 ? 6_000 : 2_500) + left.filter((what) => what.endsWith(' queued')).length * IN_LANE_MS;
      const isEnd = await until('the end', isOver, { timeoutMs }).catch(() => false);
      if (isEnd) break;
      await this.pass(STEP_MS);
    }
    if (left.length > 0) throw new Error(`still open at the end: ${left.slice(0, 5).join(', ')}`);
    for (const orderId of this.refunds.keys()) await this.notify(orderId);
    await until('what was told last', async () => (await this.open()).length === 0);
    for (const orderId of this.orders) await this.ask(`return/${orderId}`, { method: 'GET', isLast: true });
  }

  async open() {
    const found = [];
    for (const orderId of this.orders) if (!(await this.isDone(orderId))) found.push(`order ${orderId}`);
    for (const orderId of this.refunds.keys()) {
      const { state } = await this.refundOf(orderId);
      if (state !== 'accepted' && state !== 'settled') found.push(`refund ${orderId} ${state}`);
    }
    return found;
  }

  /** What must never be; empty when everything held. */
  audit() {
    return auditStage(this);
  }
}
