import {
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSchedulerPlugin,
  LogLevel,
  type VendureConfig,
} from '@vendure/core';
import { randomBytes } from 'node:crypto';
import { TillbridgePlugin } from 'tillbridge-vendure';
import type { DataSourceOptions } from 'typeorm';
import type { DemoClock } from './demo-clock';
import { HOST } from './process/ports';
import type { Settings } from './settings';

/** The configuration of the Vendure server. All that payments need stands in {@link payments}. */
export const vendureConfig = (
  settings: Settings,
  clock: DemoClock,
  dbConnectionOptions: DataSourceOptions,
): VendureConfig => ({
  apiOptions: {
    hostname: HOST,
    port: settings.port,
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    // The storefront asks from its own server: no page in a browser has to.
    cors: false,
    csrfPrevention: true,
  },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    superadminCredentials: settings.superadmin,
    cookieOptions: { secret: randomBytes(20).toString('hex') },
  },
  dbConnectionOptions,
  paymentOptions: { paymentMethodHandlers: [] },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [DefaultJobQueuePlugin, DefaultSchedulerPlugin.init(), payments(settings, clock)],
});

/** The plugin: one terminal group, which is the sandbox here and an account of the service in a live shop. */
const payments = ({ serverUrl, shopUrl, serviceUrl, apiKey }: Settings, clock: DemoClock) =>
  TillbridgePlugin.init({
    publicUrl: serverUrl,
    redirectUrl: `${shopUrl}/orders/{code}`,
    terminalGroups: [{ name: 'web', mode: 'sandbox', apiKeys: [apiKey], baseUrl: serviceUrl }],
    // Only because the sandbox's time can be put forward; a live shop leaves it out.
    clock,
  });
