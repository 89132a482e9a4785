import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answer, Order, Settings } from './messages';

const PROGRAM = join(__dirname, 'vendure-main.js');
const KEPT_OUTPUT = 4_000;

/** A Vendure server or worker, seen from outside. */
export class VendureProcess {
  private printed = '';
  private readonly loaded: Promise<unknown>;
  /** Resolves once it has ended, whatever of. */
  readonly ended: Promise<void>;
  isOver = false;

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => (this.printed = (this.printed + chunk).slice(-KEPT_OUTPUT)));
    }
    this.ended = once(child, 'exit').then(() => void (this.isOver = true));
    this.loaded = this.answerTo('loaded');
    this.loaded.catch(() => undefined);
  }

  /** Loads everything and waits to be told what to be. */
  static prepare(): VendureProcess {
    return new VendureProcess(fork(PROGRAM, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }));
  }

  /** The end of what it has printed. */
  get output(): string {
    return this.printed;
  }

  /** Becomes a server or a worker. Resolves once it serves. */
  async go(settings: Settings): Promise<void> {
    await this.loaded;
    await this.tell({ kind: 'go', settings });
  }

  /** Does as it is told. @returns the steps since it was armed last; null when it has died */
  async tell(order: Order): Promise<number | null> {
    if (this.isOver) return null;
    const answered = this.answerTo(order.kind);
    this.child.send(order, () => undefined);
    return answered.then(
      ({ passed }) => passed,
      (error: unknown) => {
        if (order.kind === 'go') throw error;
        return null;
      },
    );
  }

  /** Kill -9. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  private answerTo(kind: Answer['kind']): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const take = (answer: Answer): void => {
        if (answer.kind === kind) finish(() => resolve(answer));
      };
      const end = (): void => finish(() => reject(new Error(`a Vendure process has ended:\n${this.printed}`)));
      const finish = (then: () => void): void => {
        this.child.off('message', take);
        this.child.off('exit', end);
        then();
      };
      this.child.on('message', take);
      this.child.once('exit', end);
    });
  }
}
