import { globalGuards } from '../project/global-guards.js';
import type { NestProject } from '../project/nest-project.js';
import { byHand, type Outcome } from '../project/outcome.js';
import { mentions } from '../source/lookups.js';

const what = (guard: string): string =>
  `${guard} stands before the notification route, too, and it is not clear how it lets a route through. If it refuses requests without a login, pass the decorator that opens a route for it: TillbridgeModule.forRootAsync({ …, notificationDecorators: [Public()] }). The signature of a notification is checked all the same; npx tillbridge doctor says whether notifications get through.`;

/** Names the guards that may keep notifications out. Those that are understood are seen to by `addImports`. */
export function nameGuards(project: NestProject): Outcome[] {
  if (project.ownSources.some((source) => mentions(source, 'notificationDecorators'))) return [];
  return globalGuards(project)
    .filter(({ decorator }) => decorator === undefined)
    .map(({ name, where }) => byHand(where, what(name)));
}
