import { expect, it } from '@jest/globals';
import { claimRows, firstDue, renewLease, type ClaimRequest } from '../../src/database/engine/index.js';
import { describeEngines } from '../support/engines.js';
import { EngineFixture } from './engine-fixture.js';
import { Job, job } from './queue.entities.js';
import { statementsOf } from './statements.js';

const NOW = 5_000;
let claims = 0;

/** A claim with a token of its own. */
const request = (rest: Partial<ClaimRequest> = {}): ClaimRequest => {
  claims += 1;
  return { state: 'pending', now: NOW, limit: 10, lease: { token: `claim-${claims}`, until: NOW + 60_000 }, ...rest };
};
const ids = (rows: Job[]): string[] => rows.map(({ id }) => id);

describeEngines('claiming rows', (engine) => {
  const fixture = new EngineFixture(engine);
  const insert = (...jobs: Partial<Job>[]) => fixture.dataSource.getRepository(Job).insert(jobs);
  const claim = (rest?: Partial<ClaimRequest>): Promise<Job[]> =>
    fixture.transactions.run((em) => claimRows(em, Job, request(rest)));

  it('gives what is due, oldest first, under the lease', async () => {
    await insert(
      job('c', { dueAt: 3_000 }),
      job('a', { dueAt: 4_000 }),
      job('b', { dueAt: 3_000 }),
      job('later', { dueAt: NOW + 1 }),
      job('done', { state: 'done' }),
    );
    const rows = await claim({ lease: { token: 'mine', until: 9_000 } });
    expect(ids(rows)).toEqual(['b', 'c', 'a']);
    expect(rows[0]).toMatchObject({
      state: 'pending',
      attempts: 1,
      leaseToken: 'mine',
      leaseUntil: 9_000,
      dueAt: 9_000,
      body: 'x'.repeat(200),
    });
    expect(await fixture.dataSource.getRepository(Job).findOneBy({ id: 'b' })).toEqual(rows[0]);
    expect(await fixture.dataSource.getRepository(Job).findOneBy({ id: 'later' })).toMatchObject({ attempts: 0 });
  });

  it.each([
    ['oldest', 'ASC'],
    ['newest', 'DESC'],
  ] as const)(
    'asks for the %s first, and of one moment by their ids: no index has to give them so',
    async (first, way) => {
      const statements = await statementsOf(fixture.dataSource, (em) => claimRows(em, Job, request({ first })));
      const select = statements.find(({ sql }) => sql.startsWith('SELECT'));
      expect(select!.sql.replaceAll(/[`"]/g, '')).toContain(`ORDER BY due.due_at ${way}, due.id ${way} LIMIT 10`);
    },
  );

  it('tells when the first row of a state is due, whatever the order of their ids', async () => {
    await insert(job('a', { dueAt: 4_000 }), job('b', { dueAt: 3_000 }), job('c', { state: 'done', dueAt: 1 }));
    let dueAt: number | null = null;
    const statements = await statementsOf(fixture.dataSource, async (em) => {
      dueAt = await firstDue(em, Job, 'pending');
    });
    expect(dueAt).toBe(3_000);
    const select = statements.find(({ sql }) => sql.startsWith('SELECT'));
    expect(select!.sql.replaceAll(/[`"]/g, '')).toMatch(/ORDER BY due\.due_at ASC.* LIMIT 1$/);
    expect(await firstDue(fixture.dataSource.manager, Job, 'dead')).toBeNull();
  });

  it('is renewed for the process that has it, and for no other', async () => {
    await insert(job('a'), job('b'));
    const [row] = await claim({ limit: 1, lease: { token: 'mine', until: 9_000 } });
    const renewed = (leaseToken: string | null) =>
      fixture.transactions.run((em) => renewLease(em, Job, { row: { ...row!, leaseToken }, until: 12_000 }));
    expect([await renewed('other'), await renewed(null)]).toEqual([false, false]);
    const found = (id: string) => fixture.dataSource.getRepository(Job).findOneByOrFail({ id });
    expect(await found('a')).toEqual(row);
    expect(await renewed('mine')).toBe(true);
    expect(await found('a')).toEqual({ ...row, dueAt: 12_000, leaseUntil: 12_000 });
    expect(await found('b')).toMatchObject({ dueAt: 1_000, leaseToken: null });
  });

  it('gives no more than the limit, and nothing twice while the lease lasts', async () => {
    await insert(job('1'), job('2'), job('3'));
    expect(ids(await claim({ limit: 2 }))).toEqual(['1', '2']);
    expect(ids(await claim())).toEqual(['3']);
    expect(await claim()).toEqual([]);
  });

  it('takes over a lease that has expired', async () => {
    await insert(job('1'));
    const [first] = await claim({ lease: { token: 'first', until: 8_000 } });
    expect(await claim({ now: 7_999 })).toEqual([]);
    const [second] = await claim({ now: 8_000, lease: { token: 'second', until: 20_000 } });
    expect(second).toMatchObject({ id: '1', leaseToken: 'second', attempts: 2 });
    // The first worker wakes up and finds that the row is no longer its own.
    const late = await fixture.dataSource
      .getRepository(Job)
      .update({ id: '1', leaseToken: String(first?.leaseToken) }, { state: 'done' });
    expect(late.affected).toBe(0);
  });

  it('gives no row to two of eight concurrent workers, and every row to one (scenario P1)', async () => {
    const all = Array.from({ length: 120 }, (_, i) => String(i).padStart(3, '0'));
    await insert(...all.map((id) => job(id)));
    const worker = async (): Promise<string[]> => {
      const mine: string[] = [];
      for (;;) {
        const rows = await claim({ limit: 5 });
        if (rows.length === 0) return mine;
        mine.push(...ids(rows));
      }
    };
    const claimed = (await Promise.all(Array.from({ length: 8 }, worker))).flat();
    expect(claimed.sort()).toEqual(all);
  });

  it('is undone when its transaction is', async () => {
    await insert(job('1'));
    const outcome = fixture.transactions.run(async (em) => {
      await claimRows(em, Job, request());
      throw new Error('no');
    });
    await expect(outcome).rejects.toThrow('no');
    expect(ids(await claim())).toEqual(['1']);
  });

  it('needs a transaction', async () => {
    const outcome = claimRows(fixture.dataSource.manager, Job, request());
    await expect(outcome).rejects.toMatchObject({ code: 'TRANSACTION_REQUIRED' });
  });

  if (engine === 'sqlite') return;

  it('passes over the rows of a claim that is still open, without waiting for it', async () => {
    await insert(...['1', '2', '3', '4'].map((id) => job(id)));
    await fixture.transactions.run(async (em) => {
      expect(ids(await claimRows(em, Job, request({ limit: 2 })))).toEqual(['1', '2']);
      expect(ids(await claim({ limit: 1 }))).toEqual(['3']);
      expect(ids(await claim({ limit: 9 }))).toEqual(['4']);
    });
  });

  it('that finds nothing does not keep others from inserting while it is open', async () => {
    await fixture.transactions.run(async (em) => {
      expect(await claimRows(em, Job, request())).toEqual([]);
      await insert(job('1'));
    });
    expect(ids(await claim())).toEqual(['1']);
  });

  if (engine !== 'mariadb') return;

  it.each([3, 1_000])('is answered by the index alone, without a sort, with %i rows in the table', async (count) => {
    const states = ['pending', 'pending', 'pending', 'pending', 'done'];
    const rows = Array.from({ length: count }, (_, i) => job(`${i}`, { dueAt: i, state: states[i % 5] ?? '' }));
    await insert(...rows);
    const statements = await statementsOf(fixture.dataSource, (em) => claimRows(em, Job, request({ limit: 5 })));
    const select = statements.find(({ sql }) => sql.includes('SKIP LOCKED'));
    const [plan] = await fixture.dataSource.query(`EXPLAIN ${select?.sql}`, select?.parameters);
    expect(plan).toMatchObject({ key: 'job_due', Extra: expect.stringContaining('Using index') });
    expect(plan.Extra).not.toMatch(/filesort|temporary/);
  });
});
