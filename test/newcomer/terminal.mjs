/** The newcomer's terminals: commands that end are waited for, those of another terminal run until everything is over. */
import { spawn } from 'node:child_process';

/** Terminals with one environment. Whatever they started is ended by `close`, with its children. */
export class Terminals {
  #running = [];

  constructor(env) {
    this.env = { ...process.env, ...env, NO_COLOR: '1' };
  }

  /** Types a command and waits for its end. @returns what it printed @throws Error when it failed */
  async type(command, folder) {
    const opened = this.#open(command, folder);
    const code = await opened.ended;
    if (code !== 0) throw new Error(`"${command}" ended with ${code}:\n${opened.output()}`);
    return opened.output();
  }

  /** Types a command that goes on, in a terminal of its own. @returns what it has printed so far, as a function */
  start(command, folder) {
    const opened = this.#open(command, folder);
    this.#running.push(opened);
    return opened.output;
  }

  /** Ends what still runs. Not politely: a shutdown would wait for the connections that fetch keeps open. */
  async close() {
    for (const { child } of this.#running) {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }
    await Promise.all(this.#running.map(({ ended }) => ended));
  }

  #open(command, folder) {
    // A group of its own, so that npm, what it starts, and what that starts can be ended together.
    const child = spawn(command, {
      cwd: folder,
      env: this.env,
      shell: true,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
    }
    return { child, output: () => text, ended: new Promise((resolve) => child.once('close', resolve)) };
  }
}
