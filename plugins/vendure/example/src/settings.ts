import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { HOME } from './home';

/** Something that the person who starts the example can put right; the message says how. */
export class SettingError extends Error {}

/** Everything that differs between one start and another. */
export interface Settings {
  /** Ports of the Vendure server, the pages of the shop and the sandbox, all on 127.0.0.1. */
  readonly port: number;
  readonly shopPort: number;
  readonly sandboxPort: number;
  /** Where browsers and the payment service find them. */
  readonly serverUrl: string;
  readonly shopUrl: string;
  readonly serviceUrl: string;
  /** The key that the shop and the sandbox share; it also verifies notifications. */
  readonly apiKey: string;
  /** `postgres://…`; without it an SQLite file in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
  /** Signs in to the Admin API. It is stored at the first start. */
  readonly superadmin: { readonly identifier: string; readonly password: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

const PORTS = { PORT: 3000, SHOP_PORT: 3001, SANDBOX_PORT: 4000 } as const;

function portOf(env: Environment, variable: keyof typeof PORTS): number {
  const text = env[variable] ?? String(PORTS[variable]);
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new SettingError(`${variable} must be a port number from 1 to 65535, not "${text}".`);
}

function databaseUrlOf({ DATABASE_URL: url }: Environment): string | undefined {
  if (url === undefined || url === '') return undefined;
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new SettingError(
    'DATABASE_URL must be the address of a PostgreSQL database: postgres://user:password@host/name',
  );
}

/**
 * Reads the environment.
 *
 * @throws SettingError when a variable cannot be used
 */
export function readSettings(env: Environment = process.env): Settings {
  const [port, shopPort, sandboxPort] = [portOf(env, 'PORT'), portOf(env, 'SHOP_PORT'), portOf(env, 'SANDBOX_PORT')];
  if (new Set([port, shopPort, sandboxPort]).size < 3) {
    throw new SettingError('PORT, SHOP_PORT and SANDBOX_PORT must be three different ports.');
  }
  return {
    port,
    shopPort,
    sandboxPort,
    serverUrl: `http://localhost:${port}`,
    shopUrl: `http://localhost:${shopPort}`,
    serviceUrl: `http://localhost:${sandboxPort}`,
    // The sandbox is given the same key, so a new one at every start does.
    apiKey: randomBytes(20).toString('hex'),
    databaseUrl: databaseUrlOf(env),
    dataFolder: env['DATA_FOLDER'] ?? join(HOME, 'data'),
    superadmin: {
      identifier: env['SUPERADMIN_USERNAME'] ?? 'superadmin',
      password: env['SUPERADMIN_PASSWORD'] ?? 'potting-shed',
    },
  };
}
