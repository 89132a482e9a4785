import { afterEach } from '@jest/globals';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import type { TerminalGroupOptions } from 'tillbridge';
import { canaryKey } from '../../support/canary.js';
import { shopOptions, startShop, type ShopHost, type ShopHostInput } from '../../support/shop-host.js';

const [web] = shopOptions().terminalGroups;

/** What a host imports that has a scheduler. */
export const scheduler = [ScheduleModule.forRoot()];

/** Terminal groups with these schedules; `null`: none. */
export const groupsWith = (
  crons: Record<string, string | null>,
  baseUrl = 'http://127.0.0.1:9',
): TerminalGroupOptions[] =>
  Object.entries(crons).map(([name, cron]) => ({
    ...web!,
    name,
    baseUrl,
    apiKeys: [canaryKey(name)],
    notificationUrl: `http://localhost:9/payments/notifications/${name}`,
    ...(cron === null ? {} : { polling: { cron } }),
  }));

/** The job by which a group's orders are looked at. */
export const jobOf = (shop: ShopHost, group = 'web') =>
  shop.app.get(SchedulerRegistry).getCronJob(`tillbridge:poll:${group}`);

/** Shops, and whatever else a test starts; closed after each test, the last one first. */
export class CronStage {
  readonly closers: (() => unknown)[] = [];

  constructor() {
    afterEach(async () => {
      for (const close of this.closers.splice(0).reverse()) await close();
    });
  }

  readonly start = async (terminalGroups: TerminalGroupOptions[], input: ShopHostInput = {}): Promise<ShopHost> => {
    const shop = await startShop({ ...input, options: { ...input.options, terminalGroups } });
    this.closers.push(() => shop.close());
    return shop;
  };
}
