import { Injectable } from '@nestjs/common';
import type { DashboardRole } from '../dashboard.options.js';
import type { NeededForm } from './needs.decorator.js';

/** Who sent a request, and what for: the route, for the log, and what a form that is sent there needs. */
export interface Visitor extends NeededForm {
  readonly user: string;
  readonly role: DashboardRole;
}

/** Who sent each request, from when the guard let it through until it is answered. */
@Injectable()
export class Visitors {
  readonly #visitors = new WeakMap<object, Visitor>();

  /** Notes who sent a request. */
  admit(request: object, visitor: Visitor): void {
    this.#visitors.set(request, visitor);
  }

  /** Who sent a request. @throws Error when it never passed the guard, which no route of the dashboard can be without */
  of(request: object): Visitor {
    const visitor = this.#visitors.get(request);
    if (visitor === undefined) throw new Error('a request of the dashboard has passed no access guard');
    return visitor;
  }
}
