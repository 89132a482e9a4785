import type { NestProject } from '../project/nest-project.js';
import { note, type Outcome } from '../project/outcome.js';

const WHY =
  'Jest runs CommonJS here, and on Node before 24.9 it loads no packages that are ESM only, such as preact, which tillbridge uses. The settings with which it does: docs/schematic.md of tillbridge, "Tests on Jest".';

/** What a project with the Jest of Nest 11 has to know before a test of its imports the root module. */
export function remarkOnJest(project: NestProject): Outcome[] {
  const isConcerned = project.manifest.type !== 'module' && project.asksFor('jest');
  return isConcerned ? [note('package.json', WHY)] : [];
}
