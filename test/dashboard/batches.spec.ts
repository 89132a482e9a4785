import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nameOfFile } from '../../src/dashboard/batches/checked-files.js';
import { waitFor } from '../support/wait-for.js';
import { SECOND } from '../shop/refunds/support/refund-stage.js';
import { DashboardStage } from './support/dashboard-stage.js';
import type { Clerk } from './support/host-clerks.js';

const MEGABYTES = 3_900_000;
const HEADER = 'order id,amount,currency,reason,key';

describe.each([
  { platform: 'express', globalPrefix: 'shop/api' },
  { platform: 'fastify', globalPrefix: undefined },
] as const)('the pages of batches on $platform', ({ platform, globalPrefix }) => {
  let dashboard: DashboardStage;
  let trial = 0;

  beforeAll(async () => {
    dashboard = await DashboardStage.start({ platform, globalPrefix });
  });
  afterAll(() => dashboard.close());

  const batches = () => dashboard.stage.shop.payments.refunds.batches;
  /** A file of refunds, one each of orders of their own. */
  const fileOf = async (count: number): Promise<{ key: string; csv: string; orders: string[] }> => {
    const key = `file-${(trial += 1)}.csv`;
    const orders = Array.from({ length: count }, (_, index) => `B${trial}-${index}`);
    for (const orderId of orders) await dashboard.stage.paid(orderId, 10_000, 'lost');
    const lines = orders.map((orderId, index) => `${orderId},${index + 1}.00,EUR,returned,${key}-${index}`);
    return { key, csv: [HEADER, ...lines].join('\n'), orders };
  };
  /** Sends a form with a file in it, as a browser does. */
  const upload = async (
    step: string,
    fields: Readonly<Record<string, string | Blob>>,
    clerk: Clerk = 'ann',
  ): Promise<Response> => {
    const body = new FormData();
    const token = await dashboard.tokenOf(clerk, '/refunds/batches');
    for (const [name, value] of Object.entries({ token, group: 'web', why: 'returns of May', ...fields })) {
      body.append(name, value);
    }
    return dashboard.fetch(`/refunds/batches/${step}`, clerk, { method: 'POST', body });
  };
  /** Checks a file, as the button on the page that shows what it comes to confirms it. */
  const confirm = async (fields: Readonly<Record<string, string>>, clerk: Clerk = 'ann'): Promise<Response> => {
    const page = await (await upload('preview', fields, clerk)).text();
    const [, checked] = /name="checked" value="([^"]+)"/.exec(page) ?? [];
    if (checked === undefined) throw new Error(`nothing to be confirmed: ${page}`);
    return upload('confirm', { key: fields['key']!, checked }, clerk);
  };
  const asFile = (csv: string): Blob => new Blob([csv], { type: 'text/csv' });
  const found = (key: string) => batches().find({ group: 'web', key });
  const nothingWritten = async (key: string): Promise<void> => {
    await expect(found(key)).rejects.toMatchObject({ code: 'REFUND_BATCH_UNKNOWN' });
  };

  it('show what a file comes to, and write nothing before someone says yes', async () => {
    const { key, csv } = await fileOf(3);
    const preview = await (await upload('preview', { key, file: asFile(csv) })).text();
    expect(preview).toContain('3 refunds, €6.00');
    expect(preview).toContain('Refund €6.00');
    await nothingWritten(key);
    const confirmed = await confirm({ key, csv });
    const { id } = await found(key);
    expect(confirmed.headers.get('location')).toMatch(new RegExp(`/refunds/batches/${id}$`));
    const page = await dashboard.html(`/refunds/batches/${id}`);
    expect(page).toContain('ann requested it');
    expect(page).toContain('returns of May');
    expect(page).toContain('aria-label="0 of 3 sent"');
    expect(page).toContain('The last one is sent');
    for (let slot = 0; slot < 4; slot += 1) await dashboard.stage.pass(3 * SECOND);
    expect(await dashboard.html(`/refunds/batches/${id}`)).toContain('aria-label="3 of 3 sent"');
    expect(await dashboard.html('/refunds/batches')).toContain(key);
  });

  it('say of a file that is uploaded again under another name what is on record, and what may be a repeat', async () => {
    const { key, csv } = await fileOf(2);
    await confirm({ key, csv });
    const again = { key: `${key} again`, csv };
    const preview = await (await upload('preview', again)).text();
    expect(preview).toContain('2 of them, €3.00: not requested again');
    expect(preview).not.toContain('Refund €');
    await confirm(again);
    const { id } = await found(again.key);
    expect(await dashboard.html(`/refunds/batches/${id}`)).toContain('2: this batch does not send them again');
    const longer = csv.replace(`${key}-1`, `${key}-01`);
    const page = await (await upload('preview', { key: `${key} changed`, csv: longer })).text();
    for (const text of ['One row with a new key is like a refund on record', `under the key ${key}-1`, 'Refund €2.00'])
      expect(page).toContain(text);
    await dashboard.stage.shop.payments.refunds.batches.stop((await found(key)).id, { by: 'ann', why: 'test' });
  });

  it('list every row that is wrong with its line and why, and send nothing of the file back', async () => {
    const { key, csv, orders } = await fileOf(1);
    const wrong = [
      `${orders[0]},500.00,EUR,too much,w-1`,
      'B-none,1.00,EUR,no such order,w-2',
      `${orders[0]},1<b>,EUR,x,w-3`,
    ];
    const answer = await upload('preview', { key, csv: [csv, ...wrong].join('\n') });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain('Nothing was written');
    const rows = [...page.matchAll(/<th scope="row" class="c-line">(\d+)<\/th>.*?<td class="c-to[^>]*>(.*?)<\/td>/gs)];
    expect(rows.map(([, line]) => Number(line)).toSorted()).toEqual([3, 4, 5]);
    expect(page).toContain('at most');
    expect(page).toContain('no order B-none');
    for (const content of ['1&lt;b>', 'no such order', orders[0]! + ',']) expect(page).not.toContain(content);
    await nothingWritten(key);
  });

  it('refuse what is no text, or longer than a file may be', async () => {
    const latin = new Blob([new Uint8Array([...Buffer.from(`${HEADER}\nB,1.00,EUR,caf`), 0xe9, ...Buffer.from(',k')])]);
    expect(await (await upload('preview', { key: 'latin', file: latin })).text()).toContain('must be text in UTF-8');
    const huge = await upload('preview', { key: 'huge', file: new Blob(['x'.repeat(5 * 1024 * 1024)]) });
    expect(huge.status).toBe(413);
    expect(await huge.text()).toContain('4 MB');
  });

  it('write down the very file that was checked, from whichever process, and no other', async () => {
    const { key, csv } = await fileOf(1);
    const other = await fileOf(1);
    const checked = await nameOfFile(csv);
    // Checked by another process, or too long ago, or by someone else.
    const gone = await upload('confirm', { key, checked });
    expect(gone.status).toBe(409);
    const page = await gone.text();
    for (const text of ['choose the file once more', `name="checked" value="${checked}"`, `value="${key}"`])
      expect(page).toContain(text);
    const changed = await upload('confirm', { key, checked, csv: other.csv });
    expect({ status: changed.status, page: await changed.text() }).toEqual({
      status: 422,
      page: expect.stringContaining('another file than the one that was checked'),
    });
    await nothingWritten(key);
    expect((await upload('confirm', { key, checked, file: asFile(csv) })).status).toBe(303);
    expect(await found(key)).toMatchObject({ size: 1 });
  });

  const rows = (row: string, bytes: number): string => `${HEADER}\n${row.repeat(bytes / row.length)}`;
  it.each([
    ['one line', 'x'.repeat(MEGABYTES), '1, must have at most 8000 bytes'],
    ['separators', `${HEADER}\n${','.repeat(MEGABYTES)}`, '2, must have at most 8000 bytes'],
    ['quotation marks', `${HEADER}\n${'"'.repeat(MEGABYTES)}`, '2, must have at most 8000 bytes'],
    ['what HTML writes longer', rows('"&<>\'\n', MEGABYTES), '3, is no CSV: a cell with a quotation mark'],
    ['a quote left open', rows('"S1,5.00,EUR,a,b\n', MEGABYTES), '3, is no CSV: a cell with a quotation mark'],
    ['short lines', rows('x\n', 100_000), '20002, is one more than 20000 refunds'],
    ['empty lines', rows('\n', 400_000), 'all, the file must have 1 to 20000 refunds'],
    ['wrong rows', rows('S1,x,EUR,a,b\n', 200_000), '2, amount must be a decimal'],
  ])('answer megabytes of %s with the line and the cause, in a page', async (_, csv, fault) => {
    const answer = await upload('preview', { key: 'nasty', file: asFile(csv) });
    const page = await answer.text();
    const [first = ''] = /<th scope="row".*?<\/tr>/s.exec(page) ?? [];
    const text = first
      .replace('</th>', ', ')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ');
    expect({ status: answer.status, text }).toEqual({ status: 422, text: expect.stringContaining(fault) });
    expect(page.length).toBeLessThan(100_000);
  });

  it('refuse a form of thousands of fields, and a field of thousands of characters', async () => {
    const body = new FormData();
    body.append('token', await dashboard.tokenOf('ann', '/refunds/batches'));
    for (let field = 0; field < 5_000; field += 1) body.append('x', '');
    const many = await dashboard.fetch('/refunds/batches/preview', 'ann', { method: 'POST', body });
    expect(many.status).toBe(403);
    const long = await upload('preview', { key: 'k'.repeat(MEGABYTES), csv: HEADER });
    const page = await long.text();
    expect({ status: long.status, page }).toEqual({
      status: 422,
      page: expect.stringContaining('&quot;key&quot; may have at most'),
    });
    expect(page.length).toBeLessThan(100_000);
  });

  it('are paused, resumed and stopped, each with who and why', async () => {
    const { key, csv } = await fileOf(3);
    await confirm({ key, csv });
    const { id } = await found(key);
    const path = `/refunds/batches/${id}`;
    await dashboard.send(`${path}/pause`, { why: 'wrong month' });
    for (let slot = 0; slot < 3; slot += 1) await dashboard.stage.pass(3 * SECOND);
    expect(await found(key)).toMatchObject({ state: 'paused', counts: { queued: 3 } });
    await dashboard.send(`${path}/resume`, { why: 'right after all' }, 'ben');
    await dashboard.stage.pass(3 * SECOND);
    await dashboard.send(`${path}/stop`, { why: 'no, wrong' });
    const { state, counts } = await found(key);
    expect(state).toBe('stopped');
    expect((counts.cancelled ?? 0) + (counts.accepted ?? 0)).toBe(3);
    const page = await dashboard.html(path);
    for (const text of ['ann paused it', 'ben resumed it', 'ann stopped it', 'wrong month'])
      expect(page).toContain(text);
  });

  it('are one batch, and one refund each, when two clerks confirm the same file at once', async () => {
    const { key, csv, orders } = await fileOf(2);
    const both = await Promise.all([confirm({ key, csv }), confirm({ key, csv }, 'ben')]);
    expect(new Set(both.map((response) => response.headers.get('location'))).size).toBe(1);
    await waitFor(async () => (await found(key)).state === 'running');
    await confirm({ key: `${key} again`, csv }, 'ben');
    const { refunds } = dashboard.stage.shop.payments;
    for (const orderId of orders) expect((await refunds.list({ orderId })).items).toHaveLength(1);
  });

  it('do nothing for a stranger, without the token, or without a reason', async () => {
    const { key, csv } = await fileOf(1);
    const checked = await nameOfFile(csv);
    const silent = await (await upload('confirm', { key, file: asFile(csv), checked, why: ' ' })).text();
    expect(silent).toContain('A reason is missing.');
    expect((await upload('confirm', { key, csv, checked, token: await dashboard.tokenOf('ben') })).status).toBe(403);
    const body = new FormData();
    body.append('key', key);
    expect((await dashboard.fetch('/refunds/batches/confirm', null, { method: 'POST', body })).status).toBe(401);
    await nothingWritten(key);
  });
});
