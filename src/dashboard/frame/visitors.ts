import { Injectable } from '@nestjs/common';

/** Who sent each request, from when the guard let it through until it is answered. */
@Injectable()
export class Visitors {
  readonly #users = new WeakMap<object, string>();

  /** Notes who sent a request. */
  admit(request: object, user: string): void {
    this.#users.set(request, user);
  }

  /** Who sent a request. @throws Error when it never passed the guard, which no route of the dashboard can be without */
  userOf(request: object): string {
    const user = this.#users.get(request);
    if (user === undefined) throw new Error('a request of the dashboard has passed no access guard');
    return user;
  }
}
