import { RequestMethod } from '@nestjs/common';
import { CONTROLLERS } from '../../../src/dashboard/dashboard.sections.js';

/** A route of the dashboard. */
export interface DashboardRoute {
  readonly method: string;
  /** Below the dashboard; something stands for each parameter. */
  readonly path: string;
  /** The same with the names of its parameters. */
  readonly template: string;
}

const pathsOf = (target: object): string[] => [Reflect.getMetadata('path', target) as string | string[]].flat();

/** Every route of the dashboard, as its controllers declare them: anyone who adds one has it tested. */
export function dashboardRoutes(): DashboardRoute[] {
  return CONTROLLERS.flatMap((controller) => {
    const handlers = Object.values(Object.getOwnPropertyDescriptors(controller.prototype as object));
    return handlers.flatMap(({ value }: PropertyDescriptor) => {
      if (typeof value !== 'function' || !Reflect.hasMetadata('method', value)) return [];
      const method = RequestMethod[Reflect.getMetadata('method', value) as RequestMethod];
      const joined = pathsOf(controller).flatMap((base) => pathsOf(value).map((path) => `/${base}/${path}`));
      return joined.map((each) => {
        const template = each.replace(/\/+/g, '/').replace(/\/$/, '');
        return { method, template, path: template.replace(/:\w+/g, 'S1') };
      });
    });
  });
}
