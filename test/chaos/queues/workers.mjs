/** The worker processes of the shop: each that ends has another in its place at once. */
import { fileURLToPath } from 'node:url';
import { HARDLY_OPTIMISED } from '../../support/hardly-optimised.mjs';
import { startProgram } from '../../support/program-process.mjs';

const HOST = fileURLToPath(new URL('host.mjs', import.meta.url));

/** @param settings what host.mjs takes; `name` and `seed` tell the processes apart */
export const startHost = (settings) => startProgram(HOST, { HOST: JSON.stringify(settings) }, HARDLY_OPTIMISED);

export class Workers {
  /** When each of those that have ended was seen to have ended, in epoch milliseconds, by its name. */
  deaths = new Map();
  counts = { kills: 0, starts: 0, poisoned: 0 };
  complaints = [];
  #settings;
  #chance;
  #running = new Map();
  #launches = new Set();
  #struck = new Set();
  #isWanted = true;

  constructor({ settings, chance }) {
    this.#settings = settings;
    this.#chance = chance;
  }

  async start(count) {
    this.#isWanted = true;
    await Promise.all(Array.from({ length: count }, () => this.#launch()));
  }

  /** Kills one by SIGKILL. @returns whether there was one */
  kill() {
    const name = this.#chance.pick([...this.#running.keys()].filter((each) => !this.#struck.has(each)));
    if (name === undefined) return false;
    this.#struck.add(name);
    this.counts.kills += 1;
    this.#running.get(name).signal('SIGKILL');
    return true;
  }

  /** Kills all of them; there are none until they are started again. */
  async killAll() {
    this.#isWanted = false;
    await Promise.all(this.#launches);
    const all = [...this.#running];
    for (const [name] of all) this.#struck.add(name);
    await Promise.all(all.map(([, process]) => process.kill()));
  }

  #launch() {
    const launch = this.#start().finally(() => this.#launches.delete(launch));
    this.#launches.add(launch);
    return launch;
  }

  async #start() {
    this.counts.starts += 1;
    const name = `worker-${this.counts.starts}`;
    const seed = Math.floor(this.#chance.between(0, 2 ** 31));
    try {
      const process = await startHost({ ...this.#settings, name, seed });
      this.#running.set(name, process);
      void process.ended.then((how) => this.#ended(name, { process, how }));
    } catch (error) {
      this.#endedEarly(name, error.message);
    }
  }

  #ended(name, { process, how }) {
    this.#running.delete(name);
    if (how !== 'SIGKILL') this.complaints.push(`a worker ended by itself: ${how}\n${process.output()}`);
    this.#replace(name);
  }

  /** A worker begins with effects before it says that it is ready: one of them may end it. Whatever else does has something to say. */
  #endedEarly(name, message) {
    const [, ...output] = message.split('\n');
    if (output.join('').trim() !== '') this.complaints.push(`a worker did not start: ${message.slice(-500)}`);
    this.#replace(name);
  }

  #replace(name) {
    this.deaths.set(name, Date.now());
    if (!this.#struck.has(name)) this.counts.poisoned += 1;
    if (this.#isWanted) void this.#launch();
  }
}
