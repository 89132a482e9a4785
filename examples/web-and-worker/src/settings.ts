import type { TerminalGroupOptions } from 'tillbridge';

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: both processes need it, see README.md.`);
  return value;
}

/** All settings that differ between machines. Web and worker read the same variables. */
export interface Settings {
  readonly databaseUrl: string;
  /** The shop's address from outside, without a path. */
  readonly shopUrl: string;
  readonly port: number;
  /** Address on which the web process listens; in a container all of them. */
  readonly host: string;
  /** The file that shows that the worker is alive; without it, none is written. */
  readonly heartbeatFile: string | undefined;
  /** The token that staff send as `Authorization: Bearer …`. */
  readonly staffToken: string;
  readonly paymentGroup: TerminalGroupOptions;
}

/** Path of every route of the shop: `main` of the web process sets it, and the notification URL contains it. */
export const GLOBAL_PREFIX = 'api';

export function readSettings(): Settings {
  const shopUrl = required('SHOP_URL');
  return {
    databaseUrl: required('DATABASE_URL'),
    shopUrl,
    port: Number(process.env['PORT'] ?? 3000),
    host: process.env['HOST'] ?? '127.0.0.1',
    heartbeatFile: process.env['HEARTBEAT_FILE'],
    staffToken: required('STAFF_TOKEN'),
    paymentGroup: {
      name: 'web',
      mode: 'sandbox',
      apiKeys: [required('PAYMENT_API_KEY')],
      baseUrl: process.env['PAYMENT_URL'],
      notificationUrl: `${shopUrl}/${GLOBAL_PREFIX}/payments/notifications/web`,
    },
  };
}
