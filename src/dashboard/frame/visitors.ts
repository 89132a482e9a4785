import { Injectable } from '@nestjs/common';
import type { DashboardRole } from '../dashboard.options.js';
import type { NeededForm } from './needs.decorator.js';

/** The user of a request, the route for the log, and the right that its form needs. */
export interface Visitor extends NeededForm {
  readonly user: string;
  readonly role: DashboardRole;
}

/** The user of each request, from the guard until the answer. */
@Injectable()
export class Visitors {
  readonly #visitors = new WeakMap<object, Visitor>();

  /** Records the user of a request. */
  admit(request: object, visitor: Visitor): void {
    this.#visitors.set(request, visitor);
  }

  /**
   * The user of a request. @throws Error if the request did not pass the guard, which every route of the dashboard has
   */
  of(request: object): Visitor {
    const visitor = this.#visitors.get(request);
    if (visitor === undefined) throw new Error('a request of the dashboard has passed no access guard');
    return visitor;
  }
}
