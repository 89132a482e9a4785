import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';

const TOKEN_BYTES = 32;

/**
 * The token without which no form of the merchant pages is obeyed.
 *
 * A page elsewhere can make a browser send a form here, but it cannot read a page from here, so it does not know the
 * token. There are no users to tell apart, hence one token, new with every start.
 */
@Injectable()
export class FormToken {
  readonly value = randomBytes(TOKEN_BYTES).toString('base64url');
  readonly #digest = digestOf(this.value);

  /** Whether a form came with the token; in the same time, whatever it came with. */
  matches(text: string | undefined): boolean {
    return text !== undefined && timingSafeEqual(digestOf(text), this.#digest);
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
