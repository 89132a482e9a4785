import { globalGuards, type GlobalGuard } from '../project/global-guards.js';
import type { NestProject } from '../project/nest-project.js';
import { byHand, type Outcome } from '../project/outcome.js';
import { mentions } from '../source/lookups.js';

const WHY =
  'The signature of a notification is checked all the same; npx tillbridge doctor says whether notifications get through.';

function advice({ name, decorator }: GlobalGuard): string {
  const pass = `TillbridgeModule.forRootAsync({ …, notificationDecorators: [${decorator?.text ?? 'Public()'}] })`;
  return decorator
    ? `${name} stands before the notification route, too. Let it through: ${pass}. ${WHY}`
    : `${name} stands before the notification route, too, and it is not clear how it lets a route through. If it refuses requests without a login, pass the decorator that opens a route for it: ${pass}. ${WHY}`;
}

/**
 * Reports the guards that may refuse notifications. `addImports` handles those that are understood, unless the module
 * was set up before.
 */
export function nameGuards(project: NestProject): Outcome[] {
  const isUsed = (name: string): boolean => project.ownSources.some((source) => mentions(source, name));
  if (isUsed('notificationDecorators')) return [];
  const isSetUp = isUsed('TillbridgeModule');
  return globalGuards(project)
    .filter(({ decorator }) => isSetUp || decorator === undefined)
    .map((guard) => byHand(guard.where, advice(guard)));
}
