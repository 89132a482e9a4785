/** Who plays schedules: worker processes, or this one. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const HOOKS = new URL('../typescript.mjs', import.meta.url);
const WORKER = fileURLToPath(new URL('./worker.mjs', import.meta.url));

/** As many workers as there are processors; each takes the next piece of work when it is done with one. */
export class Pool {
  #idle = [];
  #waiting = [];
  #workers = [];

  constructor(subject, size = availableParallelism()) {
    for (let index = 0; index < size; index += 1) {
      const worker = fork(WORKER, [subject], { execArgv: ['--max-semi-space-size=32', '--import', HOOKS.href] });
      this.#workers.push(worker);
      this.#idle.push(worker);
    }
  }

  /** Runs one piece of work. */
  async run(work) {
    const worker = this.#idle.pop() ?? (await new Promise((resolve) => this.#waiting.push(resolve)));
    try {
      return await new Promise((resolve, reject) => {
        worker.removeAllListeners();
        worker.once('message', resolve);
        worker.once('exit', () => reject(new Error('a worker of the simulation ended before its work')));
        worker.send(work);
      });
    } finally {
      const next = this.#waiting.shift();
      if (next) next(worker);
      else this.#idle.push(worker);
    }
  }

  async close() {
    await Promise.all(
      this.#workers.map((worker) => {
        worker.removeAllListeners();
        const ended = once(worker, 'exit');
        worker.disconnect();
        return ended;
      }),
    );
  }
}

/** This process alone, one piece of work after the other: for a small run, which takes less time than loading the module again. */
export class NoPool {
  #subject;
  #last = Promise.resolve();

  constructor(subject) {
    this.#subject = subject;
  }

  /** Runs one piece of work. */
  run(work) {
    this.#last = this.#last.then(() => this.#subject.run(work));
    return this.#last;
  }

  async close() {}
}
