/** How much is in Redis: read from the server itself, not through the proxy before it. */
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 250;
const WAITING = ['wait', 'paused', 'prioritized', 'delayed'];
const HELD = [...WAITING, 'active'];
const ENDED = ['completed', 'failed'];

const sum = (counts, types) => types.reduce((total, type) => total + (counts[type] ?? 0), 0);

export class Gauge {
  /** What was read, one after the other; a Redis that is away gives nothing. */
  samples = [];
  queues;
  #redis;
  #isOn = true;
  #reading;

  /**
   * @param {string} url of the server
   * @param {readonly { name: string }[]} layout
   */
  constructor(url, layout) {
    const patience = { maxRetriesPerRequest: 0, enableOfflineQueue: false, retryStrategy: () => EVERY_MS };
    this.#redis = new Redis(url, patience).on('error', () => undefined);
    this.queues = layout.map(({ name }) => {
      const queue = new Queue(name, { connection: { url, ...patience } });
      return queue.on('error', () => undefined);
    });
    this.#reading = this.#keepReading();
  }

  /** @returns {Promise<{ at: number, waiting: number, held: number, ended: number, bytes: number }>} */
  async read() {
    const all = await Promise.all(this.queues.map((queue) => queue.getJobCounts(...HELD, ...ENDED)));
    const info = await this.#redis.info('memory');
    const total = (types) => all.reduce((count, counts) => count + sum(counts, types), 0);
    return {
      at: performance.now(),
      /** Of the fullest queue. */
      waiting: Math.max(...all.map((counts) => sum(counts, WAITING))),
      held: total(HELD),
      ended: total(ENDED),
      bytes: Number(/used_memory:(\d+)/.exec(info)[1]),
    };
  }

  async #keepReading() {
    while (this.#isOn) {
      const sample = await this.read().catch(() => null);
      if (sample) this.samples.push(sample);
      await delay(EVERY_MS);
    }
  }

  /** The most of something among the samples from `from` on. */
  most(what, from = 0) {
    return Math.max(0, ...this.samples.slice(from).map((sample) => sample[what]));
  }

  async close() {
    this.#isOn = false;
    await this.#reading;
    this.#redis.disconnect();
    await Promise.all(this.queues.map((queue) => queue.disconnect()));
  }
}
