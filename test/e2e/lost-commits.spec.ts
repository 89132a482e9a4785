import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { describeOneServer } from '../support/engines.js';
import { LostCommitBench as Bench } from '../support/lost-commit-bench.js';
import { DEEDS } from '../support/shop-deeds.js';
import { CLERK_DEEDS } from '../support/clerk-deeds.js';

/** The pauses before a transaction is tried again are drawn by chance; short ones do here. They still differ, as ids must. */
const drawn = Math.random;
beforeAll(() => void jest.spyOn(Math, 'random').mockImplementation(() => drawn() / 10));
afterAll(() => void jest.restoreAllMocks());

describeOneServer('a commit whose answer is lost changes neither what is done nor what is answered', (engine) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.start(engine);
  });
  afterAll(() => bench.close());

  it.each([...DEEDS, ...CLERK_DEEDS])('%s', async (_title, { prepare, perform, remains }) => {
    const run = async (at: number | null) => {
      const subject = await prepare(bench);
      const { end, commits } = await bench.during(at, () => perform(bench, subject));
      return { commits, outcome: { end, left: await remains(bench, subject) } };
    };
    // What is done once in a while is done by then.
    await run(null);
    const whole = await run(null);
    expect(whole.commits).not.toEqual([]);
    const found = [];
    for (const at of whole.commits) found.push({ at, ...(await run(at)).outcome });
    expect(found).toEqual(whole.commits.map((at) => ({ at, ...whole.outcome })));
  });
});
