import { RequestMethod, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FormNeed } from './rights.js';

/** What the form of a route needs: one right, or that of each action where the route has the action's name in it. */
export type RouteNeeds =
  | FormNeed
  | {
      /** The parameter of the route that names the action. */
      readonly parameter: string;
      readonly actions: Readonly<Record<string, FormNeed>>;
    };

/**
 * Says on a handler which right its form needs: `@Needs('nothing')`, `@Needs({ parameter: 'action', actions: NEEDS.lane })`.
 * A handler that takes a form and has none keeps the application from starting ({@link checkNeeds}).
 */
export const Needs = Reflector.createDecorator<RouteNeeds>();

/** A route, with the name of the action in it where it serves several, and what a form that is sent there needs. */
export interface NeededForm {
  readonly route: string;
  readonly need: FormNeed;
}

/**
 * Which form of a route a request is for. An action that is not listed needs everything, and so does a route of which
 * nothing is said.
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
 * Keeps the application from starting with a form of which it was forgotten to say who may send it.
 *
 * @throws Error naming the handler
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
