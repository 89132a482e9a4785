import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/**
 * The token without which no form is obeyed.
 *
 * A page elsewhere can make a browser send a form here, but it cannot read a page from here, so it does not know the
 * token. Each user has another one: what one user's pages show is of no use in another's browser.
 */
export class FormToken {
  readonly #key: Buffer;

  /** @param secret - shared by every process that shows or takes the forms; by default new with every start */
  constructor(secret: string | null = null) {
    // A key of its own: with the secret itself the token of a user called `flash` would be the key of all messages.
    this.#key = createHmac('sha256', secret ?? randomBytes(SECRET_BYTES))
      .update('form')
      .digest();
  }

  /** The token of one user. */
  of(user: string): string {
    return this.#digest(user).toString('base64url');
  }

  /** Whether a form came with the user's token; in the same time, whatever it came with. */
  matches(text: string | undefined, user: string): boolean {
    if (text === undefined) return false;
    return timingSafeEqual(this.#digest(text), this.#digest(this.of(user)));
  }

  #digest(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
