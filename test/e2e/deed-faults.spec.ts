import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { isPaymentError } from 'tillbridge';
import { describeOneServer } from '../support/engines.js';
import { isLongRun, sized } from '../support/long-run.js';
import { LostCommitBench as Bench } from '../support/lost-commit-bench.js';
import { DEEDS } from '../support/shop-deeds.js';
import { CLERK_DEEDS } from '../support/clerk-deeds.js';
import type { FaultKind, FaultPlan } from '../support/statement-faults.js';

/** What a correct statement can meet, after which it may be done again. */
const KINDS: readonly FaultKind[] = [
  'deadlock',
  'lost before',
  'serialisation',
  'read-only',
  'lock time-out',
  'away',
  'not ready',
];

/** Of more places, those at equal distances are struck. */
const MOST_PLACES = sized({ usual: 6, long: Infinity });

/**
 * Places where what is done again differs: a statement that stands alone, and the end of a transaction, which is done again
 * as a whole. In the long run, every statement.
 */
function placesOf(statements: readonly string[], most = MOST_PLACES): number[] {
  let isOpen = false;
  const all = statements.flatMap((sql, at) => {
    const isAlone = !isOpen && !/^(SET TRANSACTION|START TRANSACTION)/.test(sql);
    if (sql.startsWith('START TRANSACTION')) isOpen = true;
    if (/^(COMMIT|ROLLBACK)$/.test(sql)) isOpen = false;
    return isLongRun || isAlone || sql === 'COMMIT' ? [at] : [];
  });
  const step = Math.max(1, all.length / most);
  return all.filter((_at, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}

let struckPlaces = 0;

/** One kind at each place, in turn, each deed beginning where the last one has ended; in the long run every kind at each. */
const plansFor = (statements: readonly string[]): FaultPlan[] =>
  placesOf(statements).flatMap((at) => {
    const next = struckPlaces++ % KINDS.length;
    return KINDS.filter((_kind, place) => isLongRun || place === next).map((kind) => ({ at, kind }));
  });

/** The pauses before a transaction is tried again are drawn by chance; short ones do here. They still differ, as ids must. */
const drawn = Math.random;
beforeAll(() => void jest.spyOn(Math, 'random').mockImplementation(() => drawn() / 10));
afterAll(() => void jest.restoreAllMocks());

describeOneServer(
  'a statement that is to be done again changes neither what is done nor what is answered',
  (engine) => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await Bench.start(engine);
    });
    afterAll(() => bench.close());

    it.each([...DEEDS, ...CLERK_DEEDS])('%s', async (_title, { prepare, perform, remains }) => {
      const { faults, stage } = bench;
      const run = async (plan: FaultPlan | null) => {
        const subject = await prepare(bench);
        stage.shop.logs.lines.length = 0;
        faults.arm(plan);
        const end = await perform(bench, subject).catch((error: Error) =>
          isPaymentError(error) ? error.code : error.message,
        );
        const [statements, struck] = [[...faults.seen], faults.struck];
        faults.disarm();
        const alarms = stage.shop.logs.lines.filter((line) => /^(error|fatal)/.test(line));
        return { statements, struck, outcome: { end, left: await remains(bench, subject), alarms } };
      };
      // What is done once in a while is done by then.
      await run(null);
      const whole = await run(null);
      for (const plan of plansFor(whole.statements)) {
        const { struck, outcome } = await run(plan);
        expect({ struck, ...outcome }).toEqual({ struck: expect.any(String), ...whole.outcome });
      }
    });

    it('sending a refund, once, where a statement fails that is not to be done again', async () => {
      const { faults, stage, clerk } = bench;
      const run = async (plan: FaultPlan | null) => {
        const orderId = await clerk.paid();
        await clerk.ask({ orderId });
        faults.arm(plan);
        const isOver = async (): Promise<boolean> =>
          (await faults.aside(() => clerk.rowsOf(orderId))).every(({ state }) => state === 'accepted');
        // As its worker does, which tries again later.
        for (let minutes = 0; minutes < 40 && !(await isOver()); minutes += 1)
          await stage.pass(60_000).catch(() => undefined);
        const [statements, struck] = [[...faults.seen], faults.struck];
        faults.disarm();
        return { statements, struck, left: [await isOver(), await clerk.atService(orderId)] };
      };
      await run(null);
      const { statements } = await run(null);
      let struckTimes = 0;
      for (const [index, at] of placesOf(statements, 3 * MOST_PLACES).entries()) {
        const { struck, left } = await run({ at, kind: index % 2 === 0 ? 'time-out' : 'disk full' });
        if (struck !== null) struckTimes += 1;
        expect({ struck, left }).toEqual({ struck, left: [true, [1_000]] });
      }
      // The last statements of one refund may be those of the next.
      expect(struckTimes).toBeGreaterThan(sized({ usual: 0, long: 10 }));
    }, 600_000);
  },
);
