import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HARDLY_OPTIMISED } from '../../support/hardly-optimised.mjs';
import { waitFor } from '../../support/wait-for.js';

const FOLDER = join(process.cwd(), 'dist/examples/shop');

/** A built program, running. */
export class Program {
  readonly child: ChildProcess;
  output = '';
  /** Its end, and that of its output: what it has said last may be read after the end. */
  private readonly closed: Promise<unknown>;

  /** @param script `start.js` or `demo.js` of the demo shop, or the path of another one */
  constructor(script: string, env: Record<string, string> = {}) {
    const path = resolve(FOLDER, script);
    if (!existsSync(path)) throw new Error(`${path} is missing: run "npm run build" first`);
    this.child = spawn(process.execPath, [...HARDLY_OPTIMISED, path], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const listen = (chunk: Buffer): void => void (this.output += chunk.toString());
    this.child.stdout?.on('data', listen);
    this.child.stderr?.on('data', listen);
    this.closed = once(this.child, 'close');
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits until the output holds a text; a program that ends before will never say it. */
  async says(text: string): Promise<void> {
    await waitFor(() => this.output.includes(text) || this.hasEnded, { timeoutMs: 60_000, what: `"${text}"` });
    if (this.hasEnded) await this.closed;
    if (!this.output.includes(text)) throw new Error(`The program ended without saying "${text}":\n${this.output}`);
  }

  /** Waits for the end. @returns the exit code, or the signal it died of */
  async ends(): Promise<number | string | null> {
    await this.closed;
    return this.child.exitCode ?? this.child.signalCode;
  }

  /** Sends a signal and waits for the end. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | string | null> {
    if (!this.hasEnded) this.child.kill(signal);
    return this.ends();
  }
}
