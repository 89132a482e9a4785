import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOME } from '../../src/home';

const START_LIMIT_MS = 120_000;

/** A port that no one listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The example as `npm start` starts it, in a process of its own, with a data folder of its own. */
export class RunningExample {
  private child: ChildProcess;
  private text = '';

  private constructor(
    private readonly folder: string,
    private readonly ports: readonly [server: number, shop: number, sandbox: number],
    private readonly variables: NodeJS.ProcessEnv,
  ) {}

  /** Starts it for the first time. */
  static async start(variables: NodeJS.ProcessEnv = {}): Promise<RunningExample> {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-vendure-example-'));
    const ports = [await freePort(), await freePort(), await freePort()] as const;
    const example = new RunningExample(folder, ports, variables);
    await example.open();
    return example;
  }

  get shopUrl(): string {
    return `http://localhost:${this.ports[1]}`;
  }

  get sandboxUrl(): string {
    return `http://localhost:${this.ports[2]}`;
  }

  /** What it has printed since it was opened. */
  get printed(): string {
    return this.text;
  }

  /** Starts the process. @throws Error with its output when it ends instead */
  async open(): Promise<void> {
    const [PORT, SHOP_PORT, SANDBOX_PORT] = this.ports.map(String);
    const own = { PORT, SHOP_PORT, SANDBOX_PORT, DATA_FOLDER: this.folder, DATABASE_URL: '', ...this.variables };
    this.text = '';
    this.child = spawn(process.execPath, [join(HOME, 'dist', 'src', 'start.js')], { env: { ...process.env, ...own } });
    await new Promise<void>((resolve, reject) => {
      const fail = (): void => reject(new Error(`it did not open: ${this.text}`));
      const timer = setTimeout(fail, START_LIMIT_MS);
      const read = (chunk: Buffer): void => {
        this.text += chunk.toString();
        if (!this.text.includes('Ctrl-C stops')) return;
        clearTimeout(timer);
        resolve();
      };
      this.child.stdout?.on('data', read);
      this.child.stderr?.on('data', read);
      this.child.once('exit', fail);
    });
  }

  /** Ends it as Ctrl-C does. @returns the exit code */
  async interrupt(): Promise<number | null> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGINT');
    const [code] = (await exited) as [number | null];
    return code;
  }

  /** Ends it and removes what it kept. */
  async close(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.interrupt();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
