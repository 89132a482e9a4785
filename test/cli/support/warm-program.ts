import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { HARDLY_OPTIMISED } from '../../support/hardly-optimised.mjs';
import { killAtExit } from '../../support/kill-at-exit.mjs';
import { environmentOf, judged, PROGRAM, type Run, type Surroundings } from './program.js';

const MAIN = join(process.cwd(), 'test/cli/support/warm-program-main.mjs');

/**
 * The built command line in one process for many calls: a process of its own for each spends a second on loading the shop.
 * What only a process shows (signals, pipes, its end whatever is left open) is tried with `call` and `tillbridge`. The
 * configuration of a folder, and the shop that it leads to, are loaded once.
 */
export class WarmProgram {
  private printed = '';
  private last: Promise<unknown> = Promise.resolve();

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    }
  }

  /** Starts the process. */
  static start(): WarmProgram {
    const env = environmentOf({});
    const child = spawn(process.execPath, [...HARDLY_OPTIMISED, MAIN, PROGRAM], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    killAtExit(child);
    return new WarmProgram(child);
  }

  /**
   * Calls the command line when the calls before it have ended, and waits for its end.
   *
   * @throws Error as `tillbridge` does, and with what it said when the process ends
   */
  run(args: readonly string[], surroundings: Surroundings = {}): Promise<Run> {
    const run = this.last.then(() => this.ask(args, surroundings));
    this.last = run.catch(() => undefined);
    return run.then((ended) => judged(args, ended));
  }

  /** Ends the process. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const closed = once(this.child, 'close');
    this.child.kill('SIGKILL');
    await closed;
  }

  private async ask(args: readonly string[], { cwd = '/', env = {}, input = '' }: Surroundings): Promise<Run> {
    const ending = new AbortController();
    const { signal } = ending;
    try {
      const answered = once(this.child, 'message', { signal });
      const closed = once(this.child, 'close', { signal }).then(() => {
        throw new Error(`${args.join(' ')} ended its process:\n${this.printed}`);
      });
      this.child.send({ args, cwd, env, input: Buffer.from(input).toString('base64') });
      const [run] = (await Promise.race([answered, closed])) as [Run];
      return run;
    } finally {
      ending.abort();
    }
  }
}
