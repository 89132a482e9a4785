/** How long what a killed process held lies about until someone takes it on; read from the leases in the database. */
import { setTimeout as delay } from 'node:timers/promises';

const TABLES = ['notification', 'outbox', 'poll', 'lane', 'refund_watch'];
const CHECK_EVERY_MS = 250;

async function leases(dataSource) {
  const found = new Map();
  for (const table of TABLES) {
    const from = `tillbridge_${table} WHERE lease_token IS NOT NULL`;
    const rows = await dataSource.query(`SELECT id, lease_token, lease_until FROM ${from}`);
    for (const row of rows) found.set(`${table} ${row.id}`, [row.lease_token, String(row.lease_until)].join(' '));
  }
  return found;
}

export class Resumption {
  /** Longest time until something was taken on, in milliseconds, by table. */
  longest = {};
  /** How many rows were watched until someone took them on. */
  taken = 0;
  #dataSource;
  #isAnybodyThere;
  /** For how long no one was there who could have taken anything on. */
  #deserted = 0;
  #watched = new Map();
  #isOver = false;
  #watching;

  /** @param isAnybodyThere whether a process of the shop runs now: while none does, nothing can be taken on */
  constructor(dataSource, isAnybodyThere) {
    this.#dataSource = dataSource;
    this.#isAnybodyThere = isAnybodyThere;
    this.#watching = this.#watch();
  }

  /** To be called right after a kill: whatever is under a lease now may be its. */
  async mark() {
    const at = this.#now();
    const held = await leases(this.#dataSource).catch(() => new Map());
    for (const [row, lease] of held) if (!this.#watched.has(row)) this.#watched.set(row, { lease, at });
  }

  /** What is watched now is not asked after any more: its time was not what it seems. */
  forget() {
    this.#watched.clear();
  }

  async stop() {
    this.#isOver = true;
    await this.#watching;
  }

  #now() {
    return performance.now() - this.#deserted;
  }

  async #watch() {
    while (!this.#isOver) {
      const started = performance.now();
      await delay(CHECK_EVERY_MS);
      if (!this.#isAnybodyThere()) this.#deserted += performance.now() - started;
      if (this.#watched.size > 0) await this.#check().catch(() => undefined);
    }
  }

  async #check() {
    const watched = [...this.#watched];
    const now = await leases(this.#dataSource);
    for (const [row, { lease, at }] of watched) {
      const held = now.get(row);
      if (held === lease) continue;
      this.#watched.delete(row);
      const [token] = lease.split(' ');
      // The same lease, renewed: its holder lives.
      if (held?.startsWith(token)) continue;
      const [table] = row.split(' ');
      this.taken += 1;
      this.longest[table] = Math.max(this.longest[table] ?? 0, this.#now() - at);
    }
  }
}
