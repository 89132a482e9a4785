/** Time put forward for everyone at once, and the end of everything that is left. */
import { setTimeout as delay } from 'node:timers/promises';
import { callPage } from './calls.mjs';
import { astray } from './oracle.mjs';

/** Resends come after a quarter of an hour, refunds in doubt after as long: a little less than that leaves both to live through. */
export const OUTAGE_MS = 870_000;
/** What is left to polls and to the following of refunds comes to its end within hours. */
const LONGEST_MS = 21_600_000;
const CHECK_EVERY_MS = 500;
const HOUR_MS = 3_600_000;
/** Whatever is due is done by then, or is not going to be. */
const DUE_SECONDS = 60;
const WORK = ['notification', 'outbox', 'refund_watch'];
const OPEN_REFUNDS = "tillbridge_refund WHERE state IN ('queued', 'sending', 'unknown')";

export class Drain {
  skippedMs = 0;
  /** Orders of which the service told in vain, and that only the comparison of the books has put right. */
  reconciled = 0;
  #parts;
  #startedAt = Date.now();

  /** @param parts { dataSource, ledger, service, replicas, front } */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Everyone is away for so long. What the service would have told meanwhile it tells no one. */
  async skip(ms) {
    const { replicas, service } = this.#parts;
    await replicas.killAll();
    await service.call('advance', ms);
    this.skippedMs += ms;
    replicas.databaseAheadMs = this.skippedMs;
    await replicas.start();
  }

  /** Until nothing is left to do. @returns how long it took, and what was still open at the end of it */
  async toTheEnd(mostSeconds, say) {
    const started = performance.now();
    const seconds = () => Math.round((performance.now() - started) / 1_000);
    for (let away = OUTAGE_MS; ; away = Math.min(2 * away, LONGEST_MS)) {
      await this.#untilNothingIsDue();
      await this.#reconcile();
      const left = await this.#left();
      if (left.length === 0) return { seconds: seconds(), violations: [] };
      if (seconds() > mostSeconds) return { seconds: seconds(), violations: left.map((what) => `L1, L3, L4: ${what}`) };
      say(`${left.join(', ')}; ${Math.round(this.skippedMs / 60_000)} minutes put forward`);
      await this.skip(away);
    }
  }

  /** What a shop does each night, for orders of which the service has told in vain: nothing else can show them. */
  async #reconcile() {
    const { dataSource, ledger, front } = this.#parts;
    const inVain = async () => (await astray(dataSource, ledger)).filter((each) => each.inVain).length;
    const before = await inVain();
    if (before === 0) return;
    const window = `from=${this.#startedAt - HOUR_MS}&to=${this.#now()}`;
    await callPage('POST', `${front.url}/reconcile?${window}`);
    this.reconciled += before - (await inVain());
  }

  #now() {
    return Date.now() + this.skippedMs;
  }

  async #count(from) {
    const [row] = await this.#parts.dataSource.query(`SELECT COUNT(*) AS n FROM ${from}`);
    return Number(row.n);
  }

  async #untilNothingIsDue() {
    const until = performance.now() + DUE_SECONDS * 1_000;
    while (performance.now() < until && (await this.#due()) > 0) await delay(CHECK_EVERY_MS);
  }

  async #due() {
    // What comes due in a moment is worth the moment.
    const soon = this.#now() + 3_000;
    const counts = [...WORK, 'poll'].map((table) =>
      this.#count(`tillbridge_${table} WHERE state = 'pending' AND due_at <= ${soon}`),
    );
    const queued = this.#count(`tillbridge_refund WHERE state = 'queued' AND not_before <= ${soon}`);
    return (await Promise.all([...counts, queued])).reduce((sum, each) => sum + each, 0);
  }

  /** What must come to an end, in words. */
  async #left() {
    const open = await this.#count(OPEN_REFUNDS);
    const unsettled = await this.#count("tillbridge_notification WHERE state = 'pending'");
    const untold = await this.#count("tillbridge_outbox WHERE state = 'pending'");
    const { dataSource, ledger } = this.#parts;
    const strays = await astray(dataSource, ledger);
    const words = {
      'refunds open': open,
      'notifications pending': unsettled,
      'effects pending': untold,
      [`orders astray, such as ${strays[0]?.text}`]: strays.length,
    };
    return Object.entries(words).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  }
}
