import { originOf } from '../source/imports.js';
import { callsOf } from '../source/lookups.js';
import type { NestProject } from './nest-project.js';

/** Whether the project reads its settings with the ConfigModule of `@nestjs/config`. */
export function hasConfigModule(project: NestProject): boolean {
  return project.ownSources.some(
    (source) =>
      originOf(source, 'ConfigModule') === '@nestjs/config' && callsOf(source, 'ConfigModule', ['forRoot']).length > 0,
  );
}
