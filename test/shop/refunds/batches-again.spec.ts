import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { describeOneEngine } from '../../support/engines.js';
import { RefundStage } from './support/refund-stage.js';

const HEADER = 'order id,amount,currency,reason,key';

describeOneEngine('a file of refunds that is uploaded again', (engine) => {
  let stage: RefundStage;
  let trial = 0;

  beforeAll(async () => {
    stage = await RefundStage.start(engine);
  });
  afterAll(() => stage.close());

  const batches = () => stage.shop.payments.refunds.batches;
  const eur = (amount: number) => Money.ofMinor(amount, 'EUR');
  /** Rows of an order each, the first of EUR 1.00, the next of EUR 2.00 and so on; keys begin as the orders' ids. */
  const fileOf = async (count: number): Promise<{ name: string; rows: string[] }> => {
    const name = `F${(trial += 1)}`;
    const rows = Array.from({ length: count }, (_, at) => `${name}-${at},${at + 1}.00,EUR,returned,${name}-k${at}`);
    for (let at = 0; at < count; at += 1) await stage.paid(`${name}-${at}`, 10_000, 'lost');
    return { name, rows };
  };
  const csvOf = (rows: readonly string[]): string => [HEADER, ...rows].join('\n');
  const submit = (key: string, rows: readonly string[], by = 'ann') =>
    batches().submit({ group: 'web', key, csv: csvOf(rows), by });
  const requested = (name: string) => stage.shop.count(`tillbridge_refund WHERE order_id LIKE '${name}-%'`);

  it('by two people at one moment is one batch, or two that share its refunds', async () => {
    const { name, rows } = await fileOf(3);
    const [one, other] = await Promise.all([submit(name, rows), submit(name, rows.toReversed(), 'ben')]);
    expect(one.id).toBe(other.id);
    const [mine, yours] = await Promise.all([
      submit(`${name} of ann`, rows),
      submit(`${name} of ben`, rows.toReversed(), 'ben'),
    ]);
    expect([mine.known, yours.known]).toEqual([3, 3]);
    expect(await requested(name)).toBe(3);
  });

  it('under another name shows what is on record already, and requests only the row that was added', async () => {
    const { name, rows } = await fileOf(2);
    await submit(name, rows);
    const longer = [...rows, `${name}-0,0.50,EUR,one more,${name}-added`];
    const preview = await batches().validate({ group: 'web', csv: csvOf(longer) });
    expect(preview).toMatchObject({ refunds: 3, known: [{ refunds: 2, amount: eur(300) }], alike: [] });
    const batch = await submit(`${name} again`, longer);
    expect(batch).toMatchObject({
      size: 3,
      known: 2,
      counts: { queued: 1 },
      totals: [{ refunds: 1, amount: eur(50) }],
    });
    expect((await submit(name, rows)).known).toBe(0);
    expect(await requested(name)).toBe(3);
  });

  it('with keys that a spreadsheet has changed names each row that is like a refund on record', async () => {
    const { name, rows } = await fileOf(3);
    await submit(name, rows.slice(0, 2));
    await stage.book({ orderId: `${name}-2`, amount: 300, tag: 'by-hand' });
    await stage.shop.payments.orders.sync(`${name}-2`, { by: 'ann', why: 'it was refunded by hand' });
    const changed = rows.map((row) => row.replace(/-k/, '-K-00'));
    const { alike } = await batches().validate({ group: 'web', csv: csvOf(changed) });
    expect(alike).toEqual([
      { path: 'line 2', message: `order ${name}-0 has a refund of 1.00 EUR under the key ${name}-k0` },
      { path: 'line 3', message: `order ${name}-1 has a refund of 2.00 EUR under the key ${name}-k1` },
      { path: 'line 4', message: `order ${name}-2 has a refund of 3.00 EUR, made elsewhere` },
    ]);
    const stopped = await batches().find({ group: 'web', key: name });
    await batches().stop(stopped.id, { by: 'ann', why: 'wrong file' });
    expect((await batches().validate({ group: 'web', csv: csvOf(changed.slice(0, 2)) })).alike).toEqual([]);
  });

  it('as spreadsheets write it is the same: texts marked as such, and rows of empty cells', async () => {
    const { name, rows } = await fileOf(2);
    const first = await submit(name, rows);
    const marked = rows.map((row) => row.split(',').map((cell, at) => (at % 4 === 0 ? `"=""${cell}"""` : cell)));
    const csv = [
      '\uFEFForder id;amount;currency;reason;key',
      ...marked.map((cells) => cells.join(';')),
      ';;;;',
      '',
      '',
    ];
    const again = await batches().submit({ group: 'web', key: name, csv: csv.join('\r\n') });
    expect(again.id).toBe(first.id);
  });

  it('as the export of refunds writes it is the same: a key that looks like a formula gets its apostrophe there', async () => {
    const { name, rows } = await fileOf(1);
    const row = (key: string) => rows[0]!.replace(`${name}-k0`, key);
    const first = await submit(name, [row(`=${name}`)]);
    expect((await submit(name, [row(`'=${name}`)])).id).toBe(first.id);
  });
});
