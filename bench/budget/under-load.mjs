import { openMachine } from '../notifications/machine.mjs';
import { atMost, figure } from '../support/figures.mjs';
import { writtenOrders } from '../support/written-orders.mjs';

const COUNT = 6_000;
/** So few concurrent requests that they hardly affect what survives a collection. */
const CONNECTIONS = 8;
/** Young collections as rare as in a shop that has been busy for a while. */
const YOUNG = ['--min-semi-space-size=16', '--max-semi-space-size=16'];
/** The first one is the baseline. */
const ROUTES = [
  { what: 'a verified request, neither held nor stored', path: '/bench/verify/web' },
  { what: 'an acknowledgement', path: '/payments/notifications/web' },
];
/**
 * In kB per acknowledgement. There is no limit for Express: it changes the prototype of each request and response,
 * which are then kept until the next full collection; a route that does nothing leaves as much.
 */
const MOST = { fastify: 1.5 };
const KB = 1_024;

/** The garbage of acknowledgements, and the growth of MariaDB's log per transition. */
export async function underLoad(progress) {
  const machine = await openMachine();
  const figures = [];
  try {
    for (const platform of ['express', 'fastify']) {
      const shop = await machine.startShop(platform, 'off', YOUNG);
      await writeOrders(shop);
      for (const { what, path } of ROUTES)
        figures.push(...(await garbageOf(machine, shop, { name: `${platform}, ${what}`, path, most: MOST[platform] })));
      progress(`${platform}: acknowledged`);
      if (platform === 'fastify') figures.push(await redoOf(shop));
      await shop.stop();
    }
    return figures;
  } finally {
    await machine.close();
  }
}

async function writeOrders(shop) {
  const rows = `FROM seq_0_to_${COUNT - 1}`;
  for (const sql of writtenOrders({ id: "CONCAT('B-', seq)", openedAt: Date.now(), rows })) await shop.query(sql);
}

async function garbageOf({ load }, shop, { name, path, most }) {
  const job = { url: shop.url, path, connections: CONNECTIONS, count: COUNT };
  const send = async () => {
    await load.ask({ prepare: { count: COUNT, orders: COUNT } });
    await load.ask({ send: job });
  };
  await send();
  await shop.query('TRUNCATE TABLE tillbridge_notification');
  await shop.ask('watchGarbage');
  await send();
  const { allocated, surviving } = await shop.ask('garbage');
  const kb = (bytes) => bytes / COUNT / KB;
  return [
    figure(`${name}: kB allocated`, kb(allocated), 'kB'),
    figure(`${name}: kB that survived young collections`, kb(surviving), 'kB', most && atMost(most)),
  ];
}

async function redoOf(shop) {
  const written = async () => Number((await shop.query("SHOW GLOBAL STATUS LIKE 'Innodb_os_log_written'"))[0].Value);
  const waiting = async () =>
    Number(
      (
        await shop.query(
          `SELECT (SELECT COUNT(*) FROM tillbridge_notification WHERE state = 'pending')
             + (SELECT COUNT(*) FROM tillbridge_outbox WHERE state = 'pending') AS n`,
        )
      )[0].n,
    );
  const before = await written();
  await shop.ask('work');
  while ((await waiting()) > 0) await new Promise((resolve) => void setTimeout(resolve, 100));
  return figure(
    'mariadb, a transition with its effects: kB of redo',
    ((await written()) - before) / COUNT / KB,
    'kB',
    atMost(11),
  );
}
