import { RequestMethod, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FormNeed } from './rights.js';

/** The right that the form of a route needs: one for all, or one for each action if the route has the action's name in it. */
export type RouteNeeds =
  | FormNeed
  | {
      /** The parameter of the route with the action's name. */
      readonly parameter: string;
      readonly actions: Readonly<Record<string, FormNeed>>;
    };

/**
 * Declares on a handler which right its form needs: `@Needs('nothing')`, `@Needs({ parameter: 'action', actions:
 * NEEDS.lane })`. If a handler of a form has none, the application does not start ({@link checkNeeds}).
 */
export const Needs = Reflector.createDecorator<RouteNeeds>();

/** A route, with the action's name if it serves several, and the right that its form needs. */
export interface NeededForm {
  readonly route: string;
  readonly need: FormNeed;
}

/**
 * The form of a request. An action that is not listed needs everything, and so does a route without a declaration.
 */
export function formOf(
  route: string,
  needs: RouteNeeds | undefined,
  params: Readonly<Record<string, string>>,
): NeededForm {
  if (needs === undefined || typeof needs === 'string') return { route, need: needs ?? 'everything' };
  const { parameter, actions } = needs;
  const action = params[parameter] ?? '';
  const need = Object.hasOwn(actions, action) ? actions[action] : undefined;
  return need === undefined ? { route, need: 'everything' } : { route: route.replace(`:${parameter}`, action), need };
}

/**
 * Throws if a handler of a form does not declare who may send it, so that the application does not start.
 *
 * @throws Error with the name of the handler
 */
export function checkNeeds({ name, prototype }: Type): void {
  const methods = Object.entries(Object.getOwnPropertyDescriptors(prototype as object));
  for (const [method, { value }] of methods) {
    if (typeof value !== 'function' || !takesForms(value)) continue;
    if (Reflect.getMetadata(Needs.KEY, value) === undefined)
      throw new Error(`${name}.${method} takes a form and does not say which right that needs: add @Needs to it.`);
  }
}

function takesForms(handler: object): boolean {
  const method: unknown = Reflect.getMetadata('method', handler);
  return method !== undefined && method !== RequestMethod.GET;
}
