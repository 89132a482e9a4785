import type { Check } from '../facts.types.js';
import { findings } from '../finding.types.js';

/** There is exactly one scheduler where one is needed. */
export const scheduleCheck: Check = {
  name: 'scheduler',
  title: 'The scheduler is there once',
  decide: ({ schedulers, groups }) => {
    if (schedulers === null) return { skipped: 'the application cannot be opened' };
    const waiting = groups.filter(({ hasCron }) => hasCron).map(({ name }) => name);
    return findings(
      schedulers === 0 &&
        waiting.length > 0 && {
          id: 'SCHEDULER_MISSING',
          what: `polling.cron of ${waiting.join(', ')} needs a scheduler, and the application has none.`,
          why: 'The application does not start.',
          fix: 'npm install @nestjs/schedule, and import ScheduleModule.forRoot() once, in the root module; or leave polling.cron out.',
        },
      schedulers > 1 && {
        id: 'SCHEDULER_TWICE',
        what: `ScheduleModule.forRoot() is imported ${schedulers} times.`,
        why: 'Every cron job of the application runs as often each time; the module bears it, your own jobs may not.',
        fix: 'Import ScheduleModule.forRoot() in the root module only; other modules need no import for @Cron.',
      },
    );
  },
};
