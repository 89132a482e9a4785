import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

/**
 * The token that every accepted form must have.
 *
 * A page of another site can make a browser send a form here, but it cannot read these pages, so it does not know the
 * token. Each user has another token, so that one user's token is useless in another user's browser.
 */
export class FormToken {
  readonly #key: Buffer;

  /** @param secret - shared by every process that shows or receives the forms; default: new at each start */
  constructor(secret: string | null = null) {
    // A derived key: with the secret itself, the token of a user called `flash` would be the key of all messages.
    this.#key = createHmac('sha256', secret ?? randomBytes(SECRET_BYTES))
      .update('form')
      .digest();
  }

  /** The token of one user. */
  of(user: string): string {
    return this.#digest(user).toString('base64url');
  }

  /** Whether a form has the user's token. The time of the comparison does not depend on the text. */
  matches(text: string | undefined, user: string): boolean {
    if (text === undefined) return false;
    return timingSafeEqual(this.#digest(text), this.#digest(this.of(user)));
  }

  #digest(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}
