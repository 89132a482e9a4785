import type { VendureConfig } from '@vendure/core';
import { DashboardPlugin } from '@vendure/dashboard/plugin';
import { TillbridgePlugin } from 'tillbridge-vendure';

/** What the dashboard is built for: which plugins there are, and what their API has. No server runs with it. */
export const config: VendureConfig = {
  apiOptions: { port: 3000, adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: { tokenMethod: ['bearer', 'cookie'] },
  dbConnectionOptions: { type: 'better-sqlite3', database: ':memory:' },
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [
    DashboardPlugin.init({ route: 'dashboard', appDir: '.' }),
    TillbridgePlugin.init({
      publicUrl: 'https://shop.example',
      redirectUrl: 'https://shop.example/thanks/{code}',
      terminalGroups: [
        { name: 'web', mode: 'sandbox', apiKeys: ['sandbox-key-of-web'], baseUrl: 'http://127.0.0.1:9' },
      ],
    }),
  ],
};
