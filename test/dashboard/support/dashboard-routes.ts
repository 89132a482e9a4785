import { RequestMethod } from '@nestjs/common';
import { CONTROLLERS } from '../../../src/dashboard/dashboard.sections.js';
import { formOf, Needs, type NeededForm, type RouteNeeds } from '../../../src/dashboard/frame/needs.decorator.js';

/** A route of the dashboard. */
export interface DashboardRoute {
  readonly method: string;
  /** Below the dashboard; something stands for each parameter. */
  readonly path: string;
  /** The same with the names of its parameters. */
  readonly template: string;
  /** What its handler says of the form that it takes. */
  readonly needs: RouteNeeds | undefined;
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
        const needs = Reflect.getMetadata(Needs.KEY, value) as RouteNeeds | undefined;
        return { method, template, path: template.replace(/:\w+/g, 'S1'), needs };
      });
    });
  });
}

/** Every form of the dashboard with what it needs; of a route that serves several, each action is one. */
export function dashboardForms(): NeededForm[] {
  return dashboardRoutes()
    .filter(({ method }) => method === 'POST')
    .flatMap(({ template, needs }) => {
      if (typeof needs !== 'object') return [formOf(template, needs, {})];
      return Object.keys(needs.actions).map((action) => formOf(template, needs, { [needs.parameter]: action }));
    });
}
