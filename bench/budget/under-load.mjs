import { openMachine } from '../notifications/machine.mjs';
import { atMost, figure } from '../support/figures.mjs';
import { writtenOrders } from '../support/written-orders.mjs';

const COUNT = 12_000;
const KB = 1_024;

/** What acknowledgements leave to the garbage collection, and what each transition writes into MariaDB's log. */
export async function underLoad(progress) {
  const machine = await openMachine();
  const figures = [];
  try {
    for (const platform of ['express', 'fastify']) {
      const shop = await machine.startShop(platform);
      await writeOrders(shop);
      figures.push(...(await garbageOf(machine, shop, platform)));
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

async function garbageOf({ load }, shop, platform) {
  const job = { url: shop.url, path: '/payments/notifications/web', connections: 64, count: COUNT };
  const send = async () => {
    await load.ask({ prepare: { count: COUNT, orders: COUNT } });
    await load.ask({ send: job });
  };
  await send();
  await shop.query('TRUNCATE TABLE tillbridge_notification');
  await shop.ask('watchGarbage');
  await send();
  const { allocated, surviving } = await shop.ask('garbage');
  const called = (what, bytes, goal) =>
    figure(`${platform}, an acknowledgement: kB ${what}`, bytes / COUNT / KB, 'kB', goal);
  return [
    called('allocated', allocated),
    called('that survived young collections', surviving, platform === 'fastify' ? atMost(1.5) : undefined),
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
