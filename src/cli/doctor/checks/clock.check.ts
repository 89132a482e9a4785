import type { Check, ClockFacts, ServiceClockFacts } from '../facts.types.js';
import { findings, type Finding } from '../finding.types.js';

/** Synchronised clocks differ less than this. Notifications from 120 seconds ahead are refused (spec §5.2). */
const TOLERATED_MS = 30_000;

const seconds = (ms: number): string => `${Math.round(Math.abs(ms) / 1000)} seconds ${ms > 0 ? 'ahead of' : 'behind'}`;

const isOff = (ms: number | null): ms is number => ms !== null && Math.abs(ms) > TOLERATED_MS;

function database({ databaseAheadMs }: ClockFacts): Finding | false {
  return (
    isOff(databaseAheadMs) && {
      id: 'DATABASE_CLOCK_OFF',
      what: `The database's clock is ${seconds(databaseAheadMs)} this machine's.`,
      why: 'The module goes by the database: leases, pauses between refunds and the freshness of notifications follow its clock.',
      fix: 'Keep the clocks of the database server and of this machine in step (chrony, systemd-timesyncd, or the host of the container).',
    }
  );
}

/** Compared by the module's clock, which follows the database's. */
const service =
  ({ databaseAheadMs }: ClockFacts) =>
  ({ host, groups, aheadMs }: ServiceClockFacts): Finding | false => {
    const difference = aheadMs === null ? null : aheadMs - databaseAheadMs;
    return (
      isOff(difference) && {
        id: 'CLOCK_SKEW',
        what: `The clock of ${host} (${groups.join(', ')}) is ${seconds(difference)} the one this shop goes by.`,
        why: 'A notification that seems to come from more than two minutes ahead, or more than ten minutes ago, is refused though it is authentic.',
        fix: 'Keep the clock of the database server (on SQLite: of this machine) in step with the time of day: chrony or systemd-timesyncd.',
      }
    );
  };

/** The clocks of shop, database and service agree. */
export const clockCheck: Check = {
  name: 'clock',
  title: 'The clocks agree',
  decide: ({ clock }) => {
    if (clock === null) return { skipped: 'the application cannot be opened' };
    if (clock.services.every(({ aheadMs }) => aheadMs === null) && !database(clock)) {
      return { skipped: 'the service did not say what time it has' };
    }
    return findings(database(clock), ...clock.services.map(service(clock)));
  },
};
