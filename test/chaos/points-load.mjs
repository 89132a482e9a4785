/** Shoppers who buy one thing after the other while something goes wrong, and some of whom want their money back. */
import { until } from './points-stage.mjs';

/** Every so many orders one is given back in part. */
const REFUNDED_EVERY = 6;
const AT_ONCE = 3;
/** Longer than any of the faults lasts. */
const PATIENCE_MS = 180_000;
/** The database is away: nothing was stored, and the service sends again. 0: the connection ended without an answer. */
const MAY_ANSWER = new Set(['0', '200', '503']);

/** A steady load on a stage. */
export class Load {
  /** What no shopper should meet. */
  faults = [];
  #stage;
  #shoppers = [];
  #isOver = false;
  #bought = 0;

  constructor(stage) {
    this.#stage = stage;
  }

  start() {
    this.#shoppers = Array.from({ length: AT_ONCE }, () => this.#shop());
  }

  /** Lets everyone finish what he has begun. */
  async stop() {
    this.#isOver = true;
    await Promise.all(this.#shoppers);
    for (const status of Object.keys(this.#stage.answers))
      if (!MAY_ANSWER.has(status)) this.faults.push(`a notification was answered with ${status}`);
  }

  /** How long it takes until an order that is bought now is settled, in seconds. */
  async resumedAfter(id) {
    const began = performance.now();
    const stage = this.#stage;
    await stage.buy(id);
    await stage.notify(id, { timeoutMs: PATIENCE_MS });
    // The trial's own connections may have been lost with the server.
    const isDone = () => stage.isDone(id).catch(() => false);
    await until(`${id} to be settled`, isDone, { timeoutMs: PATIENCE_MS, checkMs: 50 });
    return (performance.now() - began) / 1_000;
  }

  async #shop() {
    while (!this.#isOver) {
      const number = (this.#bought += 1);
      try {
        await this.#buy(`L-${number}`, number % REFUNDED_EVERY === 0);
      } catch (error) {
        this.faults.push(error.message);
      }
    }
  }

  async #buy(id, isRefunded) {
    const stage = this.#stage;
    await stage.buy(id);
    await stage.notify(id, { timeoutMs: PATIENCE_MS });
    // Refused until the shop has applied what it was told.
    if (isRefunded) await stage.ask(stage.expectRefund(id), { timeoutMs: PATIENCE_MS });
  }
}
