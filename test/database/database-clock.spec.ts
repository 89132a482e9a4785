import { afterEach, expect, it } from '@jest/globals';
import { DatabaseClock } from '../../src/database/engine/index.js';
import { ManualClock, SteadyClock } from '../../src/support/clock.js';
import { describeEngines } from '../support/engines.js';
import { waitFor } from '../support/wait-for.js';
import { EngineFixture } from './engine-fixture.js';

/** Longest turn of the busy event loop, in milliseconds. */
const BUSY_MS = 40;

/** Keeps the event loop busy, for another time at each turn, until it is told to stop. */
function keepBusy(): () => void {
  let [isBusy, rounds] = [true, 0];
  const round = (): void => {
    const until = performance.now() + ((rounds * 17) % BUSY_MS);
    rounds += 1;
    while (performance.now() < until);
    if (isBusy) setTimeout(round, 0);
  };
  round();
  return () => void (isBusy = false);
}

describeEngines('the clock that follows that of the database', (engine) => {
  const fixture = new EngineFixture(engine);
  let rest = (): void => undefined;
  afterEach(() => rest());

  if (engine === 'sqlite') {
    it('is our own, whose error no one can know', async () => {
      const clock = new DatabaseClock(fixture.dataSource, new SteadyClock());
      await clock.sync();
      expect(clock.errorMs).toBeNull();
    });
    return;
  }

  it('agrees with another within their errors, though the event loop is busy', async () => {
    const system = new SteadyClock();
    const clocks = [new DatabaseClock(fixture.dataSource, system), new DatabaseClock(fixture.dataSource, system)];
    rest = keepBusy();
    // One answer that is read at once is enough; on a machine that is busy with other things, too, it may take some rounds.
    const isGood = async (): Promise<boolean> => {
      for (const clock of clocks) await clock.sync();
      return clocks.every(({ errorMs }) => errorMs! < BUSY_MS / 2);
    };
    await waitFor(isGood, { what: 'an error that is smaller than the longest turns' });
    const [one, other] = clocks.map((clock) => ({ now: clock.now(), errorMs: clock.errorMs! }));
    expect(Math.abs(one!.now - other!.now)).toBeLessThanOrEqual(one!.errorMs + other!.errorMs + 1);
  });

  it('says once that a clock was set, and follows it at once', async () => {
    const own = new ManualClock(1_000_000);
    let times = 0;
    const clock = new DatabaseClock(fixture.dataSource, own, () => (times += 1));
    await clock.sync();
    const before = clock.now();
    expect(times).toBe(0);
    own.advance(60_000);
    await clock.sync();
    expect(times).toBe(1);
    expect(clock.now() - before).toBeLessThan(30_000);
  });
});
