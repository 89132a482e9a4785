import { expect, it } from '@jest/globals';
import { canaryKey } from '../../support/canary.js';
import { onEveryEngine } from '../../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { tapStatements } from '../../support/statement-tap.mjs';
import { waitFor } from '../../support/wait-for.js';

const GROUPS = 12;
/** A process says twice a minute that it is there. */
const HEARTBEAT = /tillbridge_process/;
/** Of the heartbeat's transaction: nothing else follows one here. */
const BEGINS = /^(BEGIN|START TRANSACTION|SET TRANSACTION)/i;
/** SQLite gets numbers as part of the text. */
const TIME = /\d{13}/;
const READS = {
  inbox: /FROM .tillbridge_notification./,
  effects: /FROM .tillbridge_outbox./,
  'refund-status': /FROM .tillbridge_refund_watch./,
  'refund-sending': /FROM .tillbridge_lane./,
  polling: /FROM .tillbridge_poll./,
};

const [group] = shopOptions().terminalGroups;
const terminalGroups = Array.from({ length: GROUPS }, (_, index) => ({
  ...group!,
  name: `web-${index}`,
  apiKeys: [canaryKey(`web-${index}`)],
  notificationUrl: `${group!.notificationUrl}-${index}`,
}));

/** What a shop sends until each loop has isRead three times. */
async function idleStatements({ dataSource }: ShopHost): Promise<{ sql: string; inside: readonly string[] }[]> {
  const seen: { sql: string; inside: readonly string[] }[] = [];
  const untap = tapStatements(dataSource, {
    after: ({ sql, transaction }) => void seen.push({ sql, inside: transaction }),
  });
  const isRead = (pattern: RegExp): boolean => seen.filter(({ sql }) => pattern.test(sql)).length >= 3;
  await waitFor(() => Object.values(READS).every(isRead));
  untap();
  return seen.filter(({ sql, inside }) => ![sql, ...inside].some((each) => HEARTBEAT.test(each)));
}

// It waits for the loops, which pause for seconds: on all engines at once.
it('a shop with nothing to do looks, for all its groups at once, and opens no transaction', async () => {
  await onEveryEngine(async (engine) => {
    const shop = await startShop({ engine, options: { terminalGroups } });
    try {
      await shop.drain();
      const seen = await idleStatements(shop);
      const others = seen.filter(
        ({ sql }) => !BEGINS.test(sql) && !Object.values(READS).some((pattern) => pattern.test(sql)),
      );
      expect({ engine, others }).toEqual({ engine, others: [] });
      const reads = seen.filter(({ sql }) => !BEGINS.test(sql)).map(({ sql }) => sql.replace(TIME, '?'));
      expect({ engine, size: new Set(reads).size }).toEqual({ engine, size: Object.keys(READS).length });
    } finally {
      await shop.close();
    }
  });
});
