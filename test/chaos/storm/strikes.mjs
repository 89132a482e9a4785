/** What is done to the parts while the load goes on: each kind at times of its own, drawn from the seed. */
import { setTimeout as delay } from 'node:timers/promises';

/** What strikes a connection to the service, by the way it fails there. */
const ON_THE_WAY = [
  ...['reset', 'half-close', 'black hole', 'truncated', 'garbage', '5xx', '429'].flatMap((kind) => [
    { kind, stage: 'headers' },
    { kind, stage: 'response status' },
  ]),
  ...['reset', 'black hole', 'truncated', 'garbage'].map((kind) => ({ kind, stage: 'response body' })),
  ...['reset', 'truncated'].map((kind) => ({ kind, stage: 'body' })),
  { kind: 'delay', stage: 'headers', delayMs: 700 },
  { kind: 'delay', stage: 'response status', delayMs: 700 },
  { kind: 'reset', stage: 'connect' },
];
/** How often a connection is struck, and a refund, of which there are few, once more at the service itself. */
const ON_THE_WAY_CHANCE = 0.12;
/** Longer than the shop waits for an answer; what the service holds so long it does when the shop has given up. */
export const LATE_MS = 3_500;
const AT_SERVICE = {
  delayMs: LATE_MS,
  operations: ['notification', 'refund', 'create', 'read'],
  probabilities: {
    delay: 0.03,
    drop: 0.03,
    duplicate: 0.1,
    reorder: 0.05,
    corrupt: 0.02,
    'wrong-key': 0.02,
    'clock-skew': 0.02,
    'error-before': 0.03,
    'error-after': 0.03,
    'response-lost': 0.05,
    'slow-body': 0.01,
    'rate-limit': 0.01,
    'foreign-refund': 0.003,
  },
};

/** The times between two strikes of a kind, in milliseconds: from, to. */
const EVERY = {
  kill: [200, 3_000],
  pause: [2_000, 6_000],
  database: [6_000, 11_000],
  service: [12_000, 25_000],
};

export class Strikes {
  counts = { databaseRestarts: 0, serviceRestarts: 0, atService: 0 };
  #parts;
  #isOn = false;
  #running = [];
  /** Faults that the present process of the service has told of. */
  #counted = 0;

  /** @param parts { engine, service, proxy, replicas, resumption, chance, longestPauseMs } */
  constructor(parts) {
    this.#parts = parts;
  }

  /** From now on everything strikes. */
  async begin() {
    const { proxy, chance, engine } = this.#parts;
    this.#isOn = true;
    proxy.drawFrom(() => (chance.hits(ON_THE_WAY_CHANCE) ? chance.pick(ON_THE_WAY) : null));
    await this.#strikeAtService();
    const kinds = Object.keys(EVERY).filter((kind) => kind !== 'database' || engine.name !== 'sqlite');
    this.#running = kinds.map((kind) => this.#keepOn(kind));
  }

  /** Nothing strikes any more, and what was under way is over: all servers are there. */
  async end() {
    const { proxy, service, replicas } = this.#parts;
    this.#isOn = false;
    proxy.drawFrom(() => null);
    await Promise.all(this.#running);
    replicas.resumeAll();
    await this.#countAtService();
    await service.call('useChance', null);
  }

  async #keepOn(kind) {
    const { chance } = this.#parts;
    for (;;) {
      await this.#wait(chance.between(...EVERY[kind]));
      if (!this.#isOn) return;
      await this.#strike(kind);
    }
  }

  async #wait(ms) {
    const until = performance.now() + ms;
    while (this.#isOn && performance.now() < until) await delay(Math.min(100, until - performance.now()));
  }

  #strike(kind) {
    return {
      kill: () => this.#kill(),
      pause: () => this.#pause(),
      database: () => this.#restartDatabase(),
      service: () => this.#restartService(),
    }[kind]();
  }

  async #kill() {
    const { replicas, resumption } = this.#parts;
    if (replicas.kill()) await resumption.mark();
  }

  /** Most are short, some longer than any lease. */
  #pause() {
    const { replicas, chance, longestPauseMs } = this.#parts;
    replicas.pause(1_000 + (longestPauseMs - 1_000) * chance.roll() ** 4);
  }

  async #restartDatabase() {
    const { engine } = this.#parts;
    await engine.kill();
    await engine.restart();
    this.counts.databaseRestarts += 1;
  }

  async #restartService() {
    const { service } = this.#parts;
    await this.#countAtService();
    await service.kill();
    await service.restart();
    this.#counted = 0;
    this.counts.serviceRestarts += 1;
    await this.#strikeAtService();
  }

  async #countAtService() {
    const injected = await this.#parts.service.call('injected');
    this.counts.atService += injected - this.#counted;
    this.#counted = injected;
  }

  #strikeAtService() {
    const { service, chance } = this.#parts;
    return service.call('useChance', { ...AT_SERVICE, seed: Math.floor(chance.between(0, 2 ** 31)) });
  }
}
