import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '../support/wait-for.js';
import { endAll } from './support/program.js';
import { RunningShop } from './support/running-shop.js';

const ACTOR_FLAGS = ['--by', 'ann', '--why', 'asked by bob@example.org'];
const TODAY = ['--from', '2020-01-01', '--to', '2100-01-01'];

// Each call opens a shop.
jest.setTimeout(120_000);

let shop: RunningShop;
beforeAll(async () => void (shop = await RunningShop.start()));
afterAll(async () => {
  endAll();
  await shop.close();
});

const json = async (args: readonly string[], exit = 0): Promise<Record<string, unknown>> => {
  const run = await shop.run([...args, '--json']);
  expect([run.exit, run.err]).toEqual([
    exit,
    exit === 0 || run.out.includes('"error"') === false ? '' : expect.any(String),
  ]);
  return JSON.parse(run.out) as Record<string, unknown>;
};

describe('an order', () => {
  beforeAll(() => shop.paidThere('A-1'));

  it('is read from the service by sync, and what was read counts', async () => {
    const first = await shop.call(['sync', 'A-1', ...ACTOR_FLAGS]).ended;
    expect(first).toEqual({ exit: 0, out: 'A-1: completed, paid\n', err: '' });
    expect(await json(['sync', 'A-1', ...ACTOR_FLAGS])).toMatchObject({
      changed: false,
      statusBefore: 'completed',
      order: { orderId: 'A-1', paid: true, amount: { amount: 1250, currency: 'EUR' } },
    });
  });

  it('is explained by its timeline, without what is personal', async () => {
    const { exit, out, err } = await shop.run(['explain', 'A-1', '--time-zone', 'Asia/Tokyo']);
    expect([exit, err]).toEqual([0, '']);
    expect(out).toMatch(/^Order A-1 of web\n12\.50 EUR, completed, paid, attempt 1\n\nUTC\tAsia\/Tokyo\tKind\tWhat\n/);
    expect(out).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\t\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\tcreated\tOrder created for 12\.50 EUR$/m,
    );
    expect(out).toMatch(/\tdecision\tOrder synced by ann: asked by b\*\*\*@example\.org$/m);
    expect(out).not.toMatch(/mug|ann@|bob@/);
  });

  it('is acknowledged for what was seen, and not for what has come since', async () => {
    await shop.query("UPDATE tillbridge_order SET attention = 'paid_twice' WHERE order_id = 'A-1'");
    const seen = (reason: string): string[] => ['acknowledge', 'A-1', '--seen', reason, ...ACTOR_FLAGS];
    const needed = 'Needs attention: paid_twice (see docs/runbook.md#paid-twice)';
    expect((await shop.run(['explain', 'A-1'])).out).toContain(needed);
    const { exit, out } = await shop.run(['status']);
    expect([exit, out]).toEqual([
      1,
      expect.stringMatching(/^Orders that need attention\t1\t\tdocs\/runbook\.md#order-needs-attention$/m),
    ]);
    expect(out).toMatch(/^Refunds to be sent\t0\t*$/m);
    expect(await json(seen('expired_unconfirmed'), 1)).toMatchObject({ error: { code: 'ATTENTION_CHANGED' } });
    expect(await shop.run(seen('paid_twice'))).toEqual({ exit: 0, out: 'A-1: paid_twice acknowledged\n', err: '' });
    expect(await json(seen('paid_twice'))).toEqual({
      acknowledged: false,
      orderId: 'A-1',
      attentionBefore: null,
      attention: null,
    });
    expect(await shop.run(seen('paid_twice'))).toMatchObject({ exit: 0, out: 'A-1: nothing to acknowledge\n' });
    expect((await shop.run(['explain', 'A-1'])).out).not.toContain('Needs attention');
    expect((await shop.run(['acknowledge', 'A-1', ...ACTOR_FLAGS])).err).toContain("'--seen <reason>' not specified");
  });

  it('needs attention for the next reason when the worst is acknowledged', async () => {
    await shop.paid('A-8');
    await shop.query("UPDATE tillbridge_transition SET kind = 'amount_mismatch' WHERE order_id = 'A-8'");
    await shop.query("UPDATE tillbridge_order SET attention = 'paid_twice' WHERE order_id = 'A-8'");
    const seen = (reason: string): string[] => ['acknowledge', 'A-8', '--seen', reason, ...ACTOR_FLAGS];
    expect(await shop.run(seen('paid_twice'))).toMatchObject({
      exit: 0,
      out: 'A-8: paid_twice acknowledged; it still needs attention: amount_mismatch\n',
    });
    expect(await json(seen('amount_mismatch'))).toMatchObject({ acknowledged: true, attention: null });
  });

  it('that is not there is an answer, not a failure', async () => {
    for (const args of [
      ['acknowledge', 'A-0', '--seen', 'voided', ...ACTOR_FLAGS],
      ['explain', 'A-0'],
      ['sync', 'A-0', ...ACTOR_FLAGS],
    ]) {
      const advice = expect.stringContaining('the search of the dashboard also finds what is nearly right');
      expect(await json(args, 1)).toMatchObject({ error: { code: 'ORDER_UNKNOWN', advice } });
    }
  });
});

describe('notifications', () => {
  it('are put back by replay, one or all of a time', async () => {
    expect((await shop.run(['send', shop.notificationUrl, '--order', 'A-1'])).exit).toBe(0);
    const replayed = () => json(['replay', ...TODAY, ...ACTOR_FLAGS]);
    const report = await waitFor(async () => (await replayed())['replayed'] === 1, {
      what: 'one that was applied',
      timeoutMs: 60_000,
    });
    expect(report).toBe(true);
    expect(await json(['replay', 'no-such-id', ...ACTOR_FLAGS], 1)).toMatchObject({
      error: { code: 'NOTIFICATION_UNKNOWN' },
    });
  });
});

describe('what handlers failed to do', () => {
  it('is counted by handler, and run again all together or for one handler', async () => {
    const columns =
      'id, group_name, order_id, transition_id, version, effect, created_at, state, attempts, due_at, done_at';
    for (const [id, effect] of [
      ['1', 'Mailer.confirm'],
      ['2', 'Mailer.confirm'],
      ['3', 'Print.slip'],
    ])
      await shop.query(
        `INSERT INTO tillbridge_outbox (${columns}) VALUES ('${id}', 'web', 'A-1', '${id}', 1, '${effect}', 1, 'dead', 13, 1, 1)`,
      );
    const replay = (...args: string[]): string[] => ['effects', 'replay', ...args];
    expect(await shop.run(replay())).toEqual({
      exit: 1,
      out: 'Handler\tFailed\nMailer.confirm\t2\nPrint.slip\t1\n3 failed. With --apply and --why they are run again.\n',
      err: '',
    });
    expect((await shop.run(replay('--apply'))).exit).toBe(2);
    expect(await json(replay('Mailer.confirm', '--apply', ...ACTOR_FLAGS))).toEqual({
      failed: [{ effect: 'Mailer.confirm', count: 2 }],
      seen: 2,
      replayed: 2,
      complete: true,
    });
    // The shop has no such handler: sooner or later they have failed again.
    await shop.query(`DELETE FROM tillbridge_outbox WHERE effect = 'Mailer.confirm'`);
    expect(await json(replay(), 1)).toMatchObject({ failed: [{ effect: 'Print.slip', count: 1 }], replayed: 0 });
    expect((await shop.run(replay('--apply', ...ACTOR_FLAGS))).out).toContain('1 of 1 are run again.');
    await shop.query(`DELETE FROM tillbridge_outbox WHERE effect = 'Print.slip'`);
    expect(await shop.run(replay())).toEqual({ exit: 0, out: 'No effect has failed.\n', err: '' });
    await shop.query(
      `INSERT INTO tillbridge_outbox (${columns}, last_error) VALUES ('4', 'web', 'A-1', '4', 1, 'Print.slip', 1, 'pending', 9, ${2 ** 45}, NULL, 'no paper')`,
    );
    expect(await shop.run(replay())).toMatchObject({ exit: 0, out: 'No effect has failed.\n' });
    const [, call] = /npx tillbridge (effects .*) --why/.exec((await shop.run(['status'])).out) ?? [];
    expect(await json([...(call ?? '').split(' '), ...ACTOR_FLAGS])).toMatchObject({
      failed: [{ effect: 'Print.slip', count: 1 }],
      replayed: 1,
    });
    await shop.query(`DELETE FROM tillbridge_outbox WHERE effect = 'Print.slip'`);
  });
});

describe('the books', () => {
  it('are polled and reconciled', async () => {
    expect(await json(['poll'])).toMatchObject({ groups: [{ group: 'web', held: false }] });
    await shop.paidThere('A-2');
    const preview = await json(['reconcile', ...TODAY, '--dry-run', ...ACTOR_FLAGS], 1);
    expect(preview).toMatchObject({
      dryRun: true,
      differences: [{ kind: 'paid-there', outcome: 'reported', orderId: 'A-2' }],
    });
    const run = await shop.run(['reconcile', ...TODAY, '--csv', shop.file('differences.csv', ''), ...ACTOR_FLAGS]);
    expect([run.exit, run.err]).toEqual([0, '']);
    expect(run.out).toMatch(/A-2[^]*resolved[^]*1 difference\(s\) in 3 transaction\(s\)/);
  });
});

describe('terminal groups', () => {
  const query = (sql: string) => shop.query(sql);

  it('that no options have are reported by status, doctor and groups list, and get another name by rename', async () => {
    await query("UPDATE tillbridge_poll SET group_name = 'old', state = 'pending' WHERE service_order_id = 'A-1'");
    for (const table of ['order', 'attempt', 'transition', 'observation', 'outbox', 'effect'])
      await query(`UPDATE tillbridge_${table} SET group_name = 'old' WHERE order_id = 'A-1'`);
    const stray = { strayGroups: [{ group: 'old', unfinished: 1 }] };
    expect(await json(['status'], 1)).toMatchObject({ ok: false, ...stray });
    expect((await shop.run(['status'])).out).toContain('old is in no options: 1 unfinished attempt(s)');
    const named = await json(['groups', 'list'], 1);
    expect(named).toMatchObject(stray);
    const doctor = await shop.run(['doctor']);
    expect(doctor.out).toContain('tillbridge groups rename old NEW');
    expect(await json(['groups', 'rename', 'web', 'web', ...ACTOR_FLAGS], 3)).toMatchObject({
      error: { code: 'GROUP_RENAME_REFUSED' },
    });
    expect(await json(['groups', 'rename', 'old', 'web', ...ACTOR_FLAGS])).toMatchObject({ orders: 1, complete: true });
    const explained = await json(['explain', 'A-1']);
    expect(explained).toMatchObject({ order: { group: 'web' } });
    expect(JSON.stringify(explained)).not.toMatch(/mug|ann@|bob@/);
    expect(await json(['groups', 'list'])).toMatchObject({ groups: [{ name: 'web', aliases: [] }], strayGroups: [] });
    const mistyped = await shop.run(['groups', 'rename', 'old', 'web', ...ACTOR_FLAGS]);
    expect([mistyped.exit, mistyped.out]).toEqual([0, expect.stringContaining('no row bears the name old')]);
    // It is not to come due while others are looked at.
    await query("UPDATE tillbridge_poll SET state = 'done' WHERE service_order_id = 'A-1'");
  });
});

describe('looks', () => {
  it('that are under way come to their end after Ctrl-C, and none is lost', async () => {
    const ids = ['P', 'P-1', 'P-2'];
    const { faults } = shop.service.sandbox;
    for (const id of ids) await shop.paidThere(id);
    await shop.dueNow(ids);
    faults.next('list', 'delay', { delayMs: 2_000 });
    faults.next('read', 'delay', { times: ids.length, delayMs: 2_000 });
    const polled = shop.call(['poll']);
    await waitFor(() => faults.state().injected.length > 0, { what: 'the first call', timeoutMs: 60_000 });
    polled.signal('SIGINT');
    const { exit, out, err } = await polled.ended;
    faults.clear();
    expect([exit, err]).toEqual([4, 'Stopping at the next safe place; once more ends it at once.\n']);
    expect(out).toMatch(/^web\t3\t0\t0\t0\t0\t/m);
    // Each was found paid: there is none left to look at.
    expect(await json(['poll'])).toMatchObject({ groups: [{ group: 'web', settled: 0, calls: 0, held: false }] });
  });
});

describe('refunds', () => {
  const HEAD = 'order id,amount,currency,reason,key';
  /** Orders that are paid, and a file that gives back a euro of the first, a cent more of the second, … */
  async function fileOf(ids: readonly string[]): Promise<string> {
    for (const id of ids) await shop.paid(id);
    const rows = ids.map((id, at) => `${id},${(100 + at) / 100},EUR,returned,${id}-key`);
    return shop.file(`${ids[0]}.csv`, [HEAD, ...rows].join('\n'));
  }

  it('are asked for once however often, and followed to their end', async () => {
    const args = [
      'refund',
      'A-1',
      '--amount',
      '2.50',
      '--reason',
      'Mug broken',
      '--key',
      'R-1',
      ...ACTOR_FLAGS,
      '--wait',
    ];
    for (let again = 0; again < 2; again += 1) {
      expect(await json(args)).toMatchObject({ refund: { state: 'accepted', key: 'R-1', amount: { amount: 250 } } });
    }
    expect(await shop.givenBack('A-1')).toBe(250);
    const { out } = await shop.run(['explain', 'A-1']);
    expect(out.match(/Refund of 2\.50 EUR requested by ann: asked by b\*\*\*@example\.org$/gm)).toHaveLength(1);
    expect((await shop.run(args.filter((each) => !ACTOR_FLAGS.includes(each)))).exit).toBe(2);
    expect(await json([...args, '--key', 'R-2', '--amount', '10.01'], 1)).toMatchObject({
      error: { code: 'REFUND_EXCEEDS_REMAINING' },
    });
    expect((await shop.run([...args, '--amount', '2,50'])).exit).toBe(2);
    const yen = await shop.run([...args, '--key', 'R-3', '--amount', '12.50', '--currency', 'jpy']);
    expect([yen.exit, yen.err]).toEqual([2, expect.stringMatching(/"12\.50" is no amount of JPY\.[^]*such as 1250,/)]);
    const other = await shop.run([...args, '--key', 'R-3', '--amount', '12', '--currency', 'jpy']);
    expect([other.exit, other.err]).toEqual([1, expect.stringContaining('was paid in EUR')]);
  });

  it('are of all that is left, in the currency of the order', async () => {
    await shop.paid('A-9');
    const args = ['refund', 'A-9', '--remaining', '--reason', 'Mug broken', '--key', 'R-9', ...ACTOR_FLAGS, '--wait'];
    const yen = await shop.run([...args, '--currency', 'jpy']);
    expect([yen.exit, yen.err]).toEqual([2, expect.stringContaining('--currency is about --amount.')]);
    expect(await shop.givenBack('A-9')).toBe(0);
    expect(await json(args)).toMatchObject({
      refund: { state: 'accepted', amount: { amount: 1250, currency: 'EUR' } },
    });
    expect(await shop.givenBack('A-9')).toBe(1250);
  });

  it('that wait for too long are named by status, which says no then', async () => {
    const change = (to: string) => shop.query(`UPDATE tillbridge_refund SET ${to} WHERE refund_key = 'R-1'`);
    await change(`state = 'queued', created_at = ${Date.now() - 90_000_000}, not_before = ${2 ** 45}`);
    const { exit, out } = await shop.run(['status']);
    expect([exit, out]).toEqual([
      1,
      expect.stringMatching(
        /\nrefunds not sent: 1 d 1 h, and at most 1 d is well\.\nIs its lane[^\n]*\nExplained in docs\/runbook\.md#refunds-not-sent\.\n/,
      ),
    ]);
    await change("state = 'accepted'");
    expect(await json(['status'])).toMatchObject({ ok: true });
  });

  it('of a file are shown, and done only upon --yes', async () => {
    const args = ['refund-batch', await fileOf(['B', 'B-1']), ...ACTOR_FLAGS];
    expect(await json(args, 1)).toMatchObject({
      submitted: false,
      preview: { refunds: 2, totals: [{ amount: { amount: 201 } }] },
    });
    const run = await shop.run([...args, '--yes']);
    expect([run.exit, run.out]).toEqual([0, 'Batch B.csv: 2 of 2 refunded.\nAll of it is refunded.\n']);
    const again = await shop.run([...args, '--yes', '--key', 'B again']);
    expect([again.exit, again.out]).toEqual([
      1,
      'Batch B again: 0 of 2 refunded.\n2 on record before: this batch does not send them again.\n',
    ]);
    expect(again.err).toContain('On record already, and not requested again: 2 of 2.01 EUR together.');
    expect(await Promise.all(['B', 'B-1'].map((id) => shop.givenBack(id)))).toEqual([100, 101]);
  });

  it('of a file with faults are not done, and every fault is named by its line', async () => {
    const file = shop.file(
      'faults.csv',
      'order id,amount,currency,reason,key\nA-1,"1,5",EUR,returned,F-1\nA-9,1.50,EUR,returned,F-2\n',
    );
    const run = await shop.run(['refund-batch', file, '--yes', '--why', 'returns']);
    expect([run.exit, run.out]).toEqual([1, '']);
    expect(run.err).toMatch(/^REFUND_BATCH_INVALID: [^]*line 2, amount/);
  });

  it('go on with the same call after Ctrl-C in the middle, and none is made twice', async () => {
    const ids = ['C', 'C-1', 'C-2', 'C-3'];
    const args = ['refund-batch', await fileOf(ids), '--yes', ...ACTOR_FLAGS];
    const first = shop.call(args);
    const sums = (): Promise<number[]> => Promise.all(ids.map((id) => shop.givenBack(id)));
    await waitFor(async () => (await sums()).some((sum) => sum > 0), { what: 'the first refund', timeoutMs: 60_000 });
    first.signal('SIGINT');
    const stopped = await first.ended;
    expect(stopped.exit).toBe(4);
    expect(stopped.err).toMatch(/Stopping at the next safe place/);
    expect(stopped.out).toMatch(/still to be sent, by the shop/);
    expect((await shop.run(args)).exit).toBe(0);
    expect(await sums()).toEqual([100, 101, 102, 103]);
  });

  it('go on with the same call after one that was killed while it wrote them down', async () => {
    await shop.paid('D');
    const rows = Array.from({ length: 30 }, (_, at) => `D,0.${10 + at},EUR,returned,D-${at}`);
    const file = shop.file('D.csv', [HEAD, ...rows].join('\n'));
    const args = ['refund-batch', file, '--yes', '--no-wait', ...ACTOR_FLAGS];
    const killed = shop.call(args);
    await waitFor(() => killed.printed().includes('Refunds: 30'), { what: 'the preview', timeoutMs: 60_000 });
    killed.signal('SIGKILL');
    await killed.ended;
    const total = { refunds: 30, amount: { amount: 735, currency: 'EUR' } };
    expect(await json(args)).toMatchObject({ batch: { size: 30, totals: [total] } });
  });
});

describe('orders of an older version', () => {
  const RECHECK = ['orders', 'recheck', '--status', 'authorised'];

  it('are none in a shop that has none, and are not read without a reason', async () => {
    expect(await json([...RECHECK, '--apply', ...ACTOR_FLAGS])).toEqual({ orders: [], complete: true });
    for (const flags of [['--apply'], ['--silent', ...ACTOR_FLAGS]]) {
      const { exit, err } = await shop.run([...RECHECK, ...flags]);
      expect([exit, err]).toEqual([2, expect.stringMatching(/--why|--apply/)]);
    }
  });

  it('are listed with their amounts as people write them', async () => {
    const standing = "status = 'authorised', service_status = NULL, paid_at = NULL, mode = 'sandbox'";
    await shop.query(`UPDATE tillbridge_order SET ${standing}, currency = 'KWD' WHERE order_id = 'A-8'`);
    await shop.query(`UPDATE tillbridge_order SET ${standing}, currency = 'JPY' WHERE order_id = 'A-1'`);
    const { exit, out } = await shop.run(RECHECK);
    await shop.query(
      "UPDATE tillbridge_order SET status = 'completed', currency = 'EUR' WHERE order_id IN ('A-1', 'A-8')",
    );
    expect(exit).toBe(1);
    expect(out).toMatch(/A-8\W+1\.250 KWD\W/);
    expect(out).toMatch(/A-1\W+1250 JPY\W/);
  });
});

describe("the shop's own reference", () => {
  const name = (orderIds: string, reference: string) =>
    shop.query(`UPDATE tillbridge_order SET reference = '${reference}' WHERE order_id IN (${orderIds})`);

  it('leads explain to the one order that has it, unless an order is really called so', async () => {
    await name("'A-1'", 'PO 77');
    expect((await shop.run(['explain', 'PO 77'])).out).toMatch(/^Order A-1 of web, reference PO 77\n/);
    await name("'A-2'", 'A-1');
    expect(await json(['explain', 'A-1'])).toMatchObject({ order: { orderId: 'A-1', reference: 'PO 77' } });
  });

  it('of several orders names them', async () => {
    await name("'A-1', 'A-2'", 'PO 78');
    const refused = await json(['explain', 'PO 78'], 1);
    expect(refused).toMatchObject({
      error: { code: 'REFERENCE_AMBIGUOUS', message: expect.stringContaining('A-2, A-1') },
    });
  });
});

describe('a handler that fails', () => {
  beforeAll(() => shop.paidThere('F-1'));

  it('is told by status while it is tried again: its name, since when, the next try and the error', async () => {
    expect((await shop.run(['send', shop.notificationUrl, '--order', 'F-1', '--status', 'completed'])).exit).toBe(0);
    const failing = await waitFor(
      async () => {
        const { failing: all } = JSON.parse((await shop.run(['status', '--json'])).out) as { failing: unknown[] };
        return all.length > 0 && all;
      },
      { what: 'it to fail again', timeoutMs: 60_000 },
    );
    const lastError = expect.stringMatching(
      /^handler reserve-stock: Error: no such table stock for b\*\*\*@example\.org \[/,
    );
    expect(failing).toEqual([
      {
        work: 'notification',
        handler: 'reserve-stock',
        count: 1,
        since: expect.any(Number),
        orderId: 'F-1',
        attempts: expect.any(Number),
        nextTryAt: expect.any(Number),
        lastError,
      },
    ]);
    const { exit, out } = await shop.run(['status']);
    expect([exit, out]).toEqual([
      1,
      expect.stringMatching(
        /\nFails and is tried again\t[^]*\nNotifications of reserve-stock\t1\t\d{4}-\S+Z\t(in \d+ (s|min)|now)[^\n]*\t\d+\thandler reserve-stock: /,
      ),
    ]);
    expect(out).toContain('Explained in docs/runbook.md#handler-fails');
    expect((await shop.run(['explain', 'F-1'])).out).toMatch(
      /, not paid, attempt 1\nIt may be paid all the same: what the service reported last has not been applied[^]*reserve-stock: Error/,
    );
    // The command runs handlers inside the transaction as well, and its process has another one, which is not corrected.
    expect(await json(['sync', 'F-1', ...ACTOR_FLAGS], 3)).toMatchObject({
      error: {
        code: 'HANDLER_FAILED',
        message: expect.stringMatching(/^This could not be recorded.* reserve-stock: Error: no such table stock for b/),
      },
    });
    await shop.correct();
    await waitFor(async () => ((await json(['status']))['failing'] as unknown[]).length === 0, {
      what: 'nothing to fail',
      timeoutMs: 60_000,
    });
  });
});
