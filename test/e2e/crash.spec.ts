import { expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { finishPayment } from '../../examples/shop/demo/payment-page.js';
import { Program } from '../examples/support/program.js';
import { canaryKey } from '../support/canary.js';
import { findCanaryInDatabase } from '../support/canary-rows.js';
import { describeOneEngine, type TestEngineName } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { freePort } from '../support/free-port.mjs';
import { waitFor } from '../support/wait-for.js';

/** The demo shop as a process that can be killed, and the database it leaves behind. */
class KillableShop {
  private program: Program | null = null;

  private constructor(
    private readonly env: Record<string, string>,
    readonly database: DataSource,
    readonly remove: () => Promise<void>,
  ) {}

  static async prepare(engine: TestEngineName): Promise<KillableShop> {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-crash-'));
    const server = engine === 'sqlite' ? null : await createMigratedDatabase(engine);
    const options: DataSourceOptions = server?.options ?? {
      type: 'better-sqlite3',
      database: join(folder, 'shop.sqlite'),
    };
    const [port, sandboxPort] = [await freePort(), await freePort()];
    const env = {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_FOLDER: folder,
      API_KEY: canaryKey('web'),
      ...(server ? { DATABASE_URL: urlOf(engine, server.options) } : {}),
    };
    const remove = async (): Promise<void> => {
      await server?.drop();
      rmSync(folder, { recursive: true, force: true });
    };
    return new KillableShop(env, new DataSource(options), remove);
  }

  get url(): string {
    return `http://localhost:${this.env['PORT']}`;
  }

  /** Starts the shop; with `workers: 'off'` it stores and acknowledges, and applies nothing. */
  async start(workers: 'inline' | 'off'): Promise<void> {
    this.program = new Program('start.js', { ...this.env, WORKERS: workers });
    await this.program.says('Ctrl-C stops both.');
    if (!this.database.isInitialized) await this.database.initialize();
  }

  /** No shutdown hook, no last words. */
  async kill(): Promise<void> {
    expect(await this.program?.stop('SIGKILL')).toBe('SIGKILL');
  }

  async count(table: string): Promise<number> {
    const [row] = (await this.database.query(`SELECT COUNT(*) AS n FROM ${table}`)) as { n: number | string }[];
    return Number(row!.n);
  }

  async end(): Promise<void> {
    await this.program?.stop('SIGKILL');
    const leaks = this.database.isInitialized ? await findCanaryInDatabase(this.database) : [];
    if (this.database.isInitialized) await this.database.destroy();
    await this.remove();
    expect(leaks).toEqual([]);
  }
}

function urlOf(engine: TestEngineName, options: DataSourceOptions): string {
  const url = 'url' in options ? String(options.url) : '';
  return url.replace(/^[a-z]+:/, `${engine}:`);
}

/** Presses Pay for the first product and pays on the sandbox's page, without coming back to the shop. */
async function pay(shop: KillableShop): Promise<void> {
  const front = await (await fetch(shop.url)).text();
  const product = /name="product" value="([^"]+)"/.exec(front)![1]!;
  const body = new URLSearchParams({ product });
  const answer = await fetch(`${shop.url}/checkout`, { method: 'POST', body, redirect: 'manual' });
  await finishPayment(answer.headers.get('location')!, 'paid', shop.url);
}

describeOneEngine('kill -9 between acknowledgement and processing (scenario D4)', (engine) => {
  it('loses nothing: after a restart the effect happens, once', async () => {
    const shop = await KillableShop.prepare(engine);
    try {
      await shop.start('off');
      await pay(shop);
      // The second notification is the payment; the first reported the creation.
      await waitFor(async () => (await shop.count('tillbridge_notification')) >= 2, { what: 'the acknowledgements' });
      await shop.kill();
      expect(await shop.count('tillbridge_transition')).toBe(0);
      expect(await shop.count('stock_reservation')).toBe(0);

      await shop.start('inline');
      await waitFor(async () => (await shop.count('mail')) > 0, { what: 'the mail after the restart' });
      await waitFor(async () => (await shop.count("tillbridge_outbox WHERE state = 'pending'")) === 0);
      await shop.kill();

      await shop.start('inline');
      await waitFor(async () => (await shop.count("tillbridge_notification WHERE state = 'pending'")) === 0);
      expect(await shop.count("tillbridge_transition WHERE kind = 'completed'")).toBe(1);
      expect(await shop.count('stock_reservation')).toBe(1);
      expect(await shop.count('mail')).toBe(1);
    } finally {
      await shop.end();
    }
  }, 90_000);
});
