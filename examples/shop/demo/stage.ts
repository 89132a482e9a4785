import { getDataSourceToken } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from 'tillbridge/sandbox';
import type { DataSource } from 'typeorm';
import { Product } from '../catalogue/product.entity.js';
import type { ShopConfig } from '../config.js';
import { freePort, HOST } from '../process/ports.js';
import { startShop } from '../shop-server.js';

/** The stage of the story: a shop and a sandbox, without a customer. */
export interface Stage {
  shopUrl: string;
  /** The address of the shop's notifications. */
  notificationUrl: string;
  sandbox: Sandbox;
  /** The key of an attacker who does not know the shop's key. */
  forgersKey: string;
  /** How long a step may take, in milliseconds. */
  patienceMs: number;
  /** Pieces in stock. */
  stockOf(slug: string): Promise<number>;
  /** Number of rows of every table, by table. */
  countRows(): Promise<Record<string, number>>;
  /** Stops both and removes every file. */
  close(): Promise<void>;
}

/** What a test of the story may change: another database, or an error that the story must detect. */
export interface StageOptions {
  databaseUrl?: string;
  apiKey?: string;
  sandboxKey?: string;
  forgersKey?: string;
  workers?: ShopConfig['workers'];
  patienceMs?: number;
}

const newKey = (): string => randomBytes(20).toString('hex');

async function countRows(database: DataSource): Promise<Record<string, number>> {
  const counts = database.entityMetadatas.map(async ({ target, tableName }) => {
    return [tableName, await database.getRepository(target).count()] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** Opens shop and sandbox on free ports, on files in a temporary folder. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { apiKey = newKey(), sandboxKey = apiKey, forgersKey = newKey(), patienceMs = 10_000 } = options;
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).toReversed()) await each();
  };
  try {
    const dataFolder = await mkdtemp(join(tmpdir(), 'tillbridge-demo-'));
    closers.push(() => rm(dataFolder, { recursive: true, force: true }));
    const sandbox = await startSandbox({ host: HOST, terminalGroups: [{ name: 'web', apiKey: sandboxKey }] });
    closers.push(() => sandbox.close());
    const config = await configOf(dataFolder, { ...options, apiKey, serviceUrl: sandbox.url });
    const shop = await startShop(config);
    closers.push(() => shop.close());
    const database = shop.get<DataSource>(getDataSourceToken());
    return { ...shopFace(config, database), sandbox: sandbox.sandbox, forgersKey, patienceMs, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function configOf(
  dataFolder: string,
  { apiKey, serviceUrl, databaseUrl, workers = 'inline' }: StageOptions & { apiKey: string; serviceUrl: string },
): Promise<ShopConfig> {
  const port = await freePort();
  const publicUrl = `http://${HOST}:${port}`;
  return { port, publicUrl, serviceUrl, apiKey, databaseUrl, dataFolder, workers, quiet: true };
}

const shopFace = ({ publicUrl }: ShopConfig, database: DataSource) => ({
  shopUrl: publicUrl,
  notificationUrl: `${publicUrl}/payments/notifications/web`,
  stockOf: async (slug: string) => (await database.getRepository(Product).findOneByOrFail({ slug })).stock,
  countRows: () => countRows(database),
});
