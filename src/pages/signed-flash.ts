import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { BoundedMap } from '../support/index.js';
import type { Flash } from './page-context.js';

const SECRET_BYTES = 32;
const LONGEST_TEXT = 600;
const MOST_REMEMBERED = 1_000;

/**
 * Carries the message for the sender of a form to the next page, signed, in the address of that page. Without the signature
 * a link from elsewhere could make the page show any text. Each process shows a message once.
 */
export class SignedFlash {
  readonly #secret: Buffer | string;
  readonly #shown = new BoundedMap<string, true>(MOST_REMEMBERED);

  /** @param secret - shared by every process that shows the pages; by default new with every start */
  constructor(secret: string | null = null) {
    this.#secret = secret ?? randomBytes(SECRET_BYTES);
  }

  /** Signs a message for an address. Long ones are cut. */
  sign({ tone, text }: Flash, user: string): string {
    const cut = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
    // Random, so that the same message can be shown again after another form.
    const once = randomBytes(6).toString('base64url');
    const body = Buffer.from(JSON.stringify([tone, cut, once])).toString('base64url');
    return `${body}.${this.#mark(body, user).toString('base64url')}`;
  }

  /** Reads a message that was signed for this user; null for any other one, and for one that was shown already. */
  read(signed: string | undefined, user: string): Flash | null {
    const [body = '', mark = ''] = (signed ?? '').split('.');
    const [own, given] = [this.#mark(body, user), Buffer.from(mark, 'base64url')];
    if (own.length !== given.length || !timingSafeEqual(own, given) || this.#shown.has(body)) return null;
    this.#shown.set(body, true);
    const [tone, text] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [Flash['tone'], string];
    return { tone, text };
  }

  #mark(body: string, user: string): Buffer {
    return createHmac('sha256', this.#secret).update(`flash\n${body}\n${user}`).digest();
  }
}
