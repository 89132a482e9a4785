import type { Provider, Type } from '@nestjs/common';

/** What one section of the dashboard is made of. Paths of controllers are below the dashboard's own. */
export interface DashboardParts {
  readonly controllers: readonly Type[];
  readonly providers: readonly Provider[];
}
