/** Nothing strikes any more: waits until everything is worked off. */
import { setTimeout as delay } from 'node:timers/promises';
import { count } from '../traffic/books.mjs';

const EVERY_MS = 250;
/** A row under a lease that has not changed for so long is held by a dead process: no live one takes as long. */
const HELD_MS = 4_000;
/** A row that waits is put forward after so long: whatever runs it meanwhile takes it under a lease. */
const WAITED_MS = 1_000;
/** As far as a row is put forward at a time: just over the time after which it is handed over again. */
const FORWARD_MS = 61_000;
/** As far in all: what would come back only after hours must be seen not to come back. */
const MOST_FORWARD_MS = 900_000;

/** Puts time forward for rows of a table that stand still, as if it had passed for them. */
class Forward {
  #dataSource;
  #table;
  #seen = new Map();
  #spent = new Map();

  constructor(dataSource, table) {
    this.#dataSource = dataSource;
    this.#table = table;
  }

  async check() {
    const rows = await this.#dataSource.query(
      `SELECT id, due_at, lease_token FROM ${this.#table} WHERE state = 'pending'`,
    );
    const now = performance.now();
    const seen = new Map();
    for (const { id, due_at: dueAt, lease_token: token } of rows) {
      const state = `${dueAt} ${token}`;
      const before = this.#seen.get(id);
      const since = before?.state === state ? before.since : now;
      seen.set(id, { state, since, dueAt: Number(dueAt), patienceMs: token === null ? WAITED_MS : HELD_MS });
    }
    this.#seen = seen;
    const still = [...seen].filter(([, { since, patienceMs }]) => now - since >= patienceMs);
    for (const [id, { dueAt, state }] of still) await this.#put(id, { dueAt, token: state.split(' ')[1] });
  }

  async #put(id, { dueAt, token }) {
    const spent = this.#spent.get(id) ?? 0;
    const ms = Math.min(FORWARD_MS, dueAt - Date.now(), MOST_FORWARD_MS - spent);
    if (ms <= 0) return;
    this.#spent.set(id, spent + ms);
    const same = token === 'null' ? 'lease_token IS NULL' : `lease_token = '${token}'`;
    await this.#dataSource.query(
      `UPDATE ${this.#table} SET due_at = due_at - ${ms}, lease_until = lease_until - ${ms}
       WHERE id = '${id}' AND state = 'pending' AND due_at = ${dueAt} AND ${same}`,
    );
  }
}

/**
 * @param parts { dataSource, gauge }
 * @param {{ seconds: number, isMeasured: boolean, say(text: string): void }} how `isMeasured`: by the real clock
 * @returns {Promise<{ seconds: number, violations: string[] }>}
 */
export async function drain({ dataSource, gauge }, { seconds, isMeasured, say }) {
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1_000;
  const tables = ['tillbridge_notification', 'tillbridge_outbox'].map((table) => new Forward(dataSource, table));
  for (;;) {
    const notifications = await count(dataSource, "tillbridge_notification WHERE state = 'pending'");
    const effects = await count(dataSource, "tillbridge_outbox WHERE state = 'pending'");
    // A job that is left may still begin an effect that has ended.
    const { held } = await gauge.read().catch(() => ({ held: 'unknown' }));
    if (notifications + effects === 0 && held === 0) return { seconds: passed(), violations: [] };
    const left = `${effects} effects, ${notifications} notifications and ${held} jobs are left`;
    if (passed() > seconds) {
      const violations = effects + notifications > 0 ? [`${left} after ${seconds} s in which nothing struck`] : [];
      return { seconds: passed(), violations };
    }
    say(left);
    if (!isMeasured) for (const table of tables) await table.check();
    await delay(EVERY_MS);
  }
}
