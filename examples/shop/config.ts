import { randomBytes } from 'node:crypto';

/** An invalid setting; the message names it and the reason. */
export class ConfigError extends Error {}

/** All settings that differ between two starts of the shop. */
export interface ShopConfig {
  /** Port of the shop on 127.0.0.1. */
  port: number;
  /** The shop's address for browsers. */
  publicUrl: string;
  /** The address of the payment service, without `/v1/json`. */
  serviceUrl: string;
  /** The key of the terminal group `web`; it also verifies notifications. */
  apiKey: string;
  /** MariaDB, MySQL or PostgreSQL; without it, an SQLite file in the data folder is used. */
  databaseUrl: string | undefined;
  dataFolder: string;
  /** Enables the payments dashboard; without it there is none. */
  operatorPassword?: string;
  /** `off`: notifications are stored and acknowledged, and another process applies them. */
  workers: 'inline' | 'off';
  /** Whether only errors are logged; the demo prints its own text. */
  quiet: boolean;
}

/** The settings of `npm start`: also those of the sandbox that it starts with the shop. */
export interface StartConfig extends ShopConfig {
  sandboxPort: number;
}

function portOf(env: NodeJS.ProcessEnv, variable: string, fallback: number): number {
  const text = env[variable] ?? String(fallback);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new ConfigError(`${variable} must be a port number from 1 to 65535, not "${text}".`);
  }
  return port;
}

/** An empty variable is a mistake (`OPERATOR_PASSWORD= npm start`): it is neither a value nor absent. */
function textOf(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  const text = env[variable];
  if (text === '') throw new ConfigError(`${variable} is empty. Give it a value, or leave it out.`);
  return text;
}

function workersOf(env: NodeJS.ProcessEnv): 'inline' | 'off' {
  const text = env['WORKERS'] ?? 'inline';
  if (text !== 'inline' && text !== 'off') throw new ConfigError(`WORKERS must be "inline" or "off", not "${text}".`);
  return text;
}

/**
 * Reads the environment.
 *
 * @throws ConfigError if a variable is invalid
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): StartConfig {
  const port = portOf(env, 'PORT', 3000);
  const sandboxPort = portOf(env, 'SANDBOX_PORT', 4000);
  if (port === sandboxPort) throw new ConfigError(`PORT and SANDBOX_PORT are both ${port}: they must differ.`);
  return {
    port,
    sandboxPort,
    publicUrl: `http://localhost:${port}`,
    serviceUrl: `http://localhost:${sandboxPort}`,
    // The sandbox of this shop gets the same key, so a new key at every start works.
    apiKey: textOf(env, 'API_KEY') ?? randomBytes(20).toString('hex'),
    databaseUrl: textOf(env, 'DATABASE_URL'),
    dataFolder: textOf(env, 'DATA_FOLDER') ?? 'data',
    operatorPassword: textOf(env, 'OPERATOR_PASSWORD') ?? randomBytes(6).toString('base64url'),
    workers: workersOf(env),
    quiet: false,
  };
}
