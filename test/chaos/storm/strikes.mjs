/** What is done to the parts while the load goes on: each kind at times of its own, drawn from the seed. */
import { setTimeout as delay } from 'node:timers/promises';

export class Strikes {
  counts = { databaseRestarts: 0, serviceRestarts: 0, atService: 0 };
  #parts;
  #isOn = false;
  #running = [];
  /** Faults that the present process of the service has reported. */
  #counted = 0;

  /** @param parts { engine, service, proxy, replicas, resumption, chance, longestPauseMs, weather } */
  constructor(parts) {
    this.#parts = parts;
  }

  /** From now on everything strikes. */
  async begin() {
    const { proxy, chance, engine, weather } = this.#parts;
    this.#isOn = true;
    proxy.drawFrom(() => weather.onTheWay(chance));
    await this.#strikeAtService();
    const kinds = Object.keys(weather.every).filter((kind) => kind !== 'database' || engine.name !== 'sqlite');
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
    const { chance, weather } = this.#parts;
    for (;;) {
      await this.#wait(chance.between(...weather.every[kind]));
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
    const { service, chance, weather } = this.#parts;
    return service.call('useChance', { ...weather.atService, seed: Math.floor(chance.between(0, 2 ** 31)) });
  }
}
