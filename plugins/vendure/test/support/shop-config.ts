import { mergeConfig, type VendureConfig } from '@vendure/core';
import { registerInitializer, testConfig } from '@vendure/testing';
import type { DataSourceOptions } from 'typeorm';
import { TillbridgePlugin, type TillbridgePluginOptions } from '../../src';
import { freePort } from './free-port';

/** What a shop of the suite is made of. */
export interface ShopParts {
  readonly database: DataSourceOptions;
  /** Where it listens. Default: a port that is free. */
  readonly port?: number;
  /** Where the payment service is. */
  readonly serviceUrl?: string;
  readonly options?: Partial<TillbridgePluginOptions>;
  readonly config?: Partial<VendureConfig>;
}

/** Databases are made elsewhere. */
const asTheyAre = {
  init: async <T>(_file: string, options: T): Promise<T> => options,
  populate: (fill: () => Promise<void>): Promise<void> => fill(),
  destroy: (): void => undefined,
};
registerInitializer('better-sqlite3', asTheyAre);
registerInitializer('postgres', asTheyAre);

/** The terminal groups of the suite. */
export const GROUPS = [
  { name: 'web', apiKey: 'sandbox-key-of-web' },
  { name: 'till-amsterdam', apiKey: 'sandbox-key-of-till-amsterdam' },
] as const;

/** The configuration of a Vendure server without the plugin. */
export async function plainConfig(database: DataSourceOptions): Promise<Required<VendureConfig>> {
  const apiOptions = { ...testConfig.apiOptions, middleware: [], port: await freePort() };
  return mergeConfig(testConfig, { apiOptions, dbConnectionOptions: database, plugins: [] }) as Required<VendureConfig>;
}

/** The configuration of a Vendure server with the plugin. */
export async function shopConfig(parts: ShopParts): Promise<Required<VendureConfig>> {
  const port = parts.port ?? (await freePort());
  const baseUrl = parts.serviceUrl ?? 'http://127.0.0.1:9';
  const plugin = TillbridgePlugin.init({
    publicUrl: `http://localhost:${port}`,
    redirectUrl: 'https://shop.example/thanks/{code}',
    terminalGroups: GROUPS.map(({ name, apiKey }) => ({ name, mode: 'sandbox', apiKeys: [apiKey], baseUrl })),
    ...parts.options,
  });
  return mergeConfig(testConfig, {
    ...parts.config,
    apiOptions: { ...testConfig.apiOptions, middleware: [], port },
    dbConnectionOptions: parts.database,
    plugins: [plugin, ...(parts.config?.plugins ?? [])],
  }) as Required<VendureConfig>;
}
