import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { BoundedMap } from '../support/index.js';
import type { Flash } from './page-context.js';

const CIPHER = 'aes-256-gcm';
const SECRET_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const LONGEST_TEXT = 600;
/** The limit of the typed values, in bytes; the address must pass proxies that accept 8 kB. */
const LONGEST_FORM = 2_000;
const MOST_REMEMBERED = 1_000;

/**
 * Carries the message for the sender of a form in the address of the next page, signed. Without the signature, a link
 * from another site could make the page show any text. It is encrypted too, because addresses appear in logs, and the
 * typed values may be about a customer. Each process shows a message once.
 */
export class SignedFlash {
  readonly #key: Buffer;
  readonly #shown = new BoundedMap<string, true>(MOST_REMEMBERED);

  /** @param secret - shared by every process that shows the pages; default: new at each start */
  constructor(secret: string | null = null) {
    this.#key = createHmac('sha256', secret ?? randomBytes(SECRET_BYTES))
      .update('flash')
      .digest();
  }

  /** Signs a message for an address. A long message is cut, and a form with much text is left out. */
  sign({ tone, text, refused }: Flash, user: string): string {
    const cut = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
    const form = Buffer.byteLength(JSON.stringify(refused ?? null)) > LONGEST_FORM ? undefined : refused;
    // Random, so that the same message can be shown again after another form.
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, iv).setAAD(Buffer.from(user));
    const body = cipher.update(JSON.stringify({ tone, text: cut, refused: form }));
    return Buffer.concat([iv, body, cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** Reads a message that was signed for this user; null for any other message, and for one that was shown already. */
  read(signed: string | undefined, user: string): Flash | null {
    const bytes = Buffer.from(signed ?? '', 'base64url');
    const id = bytes.toString('base64url');
    if (bytes.length <= IV_BYTES + TAG_BYTES || this.#shown.has(id)) return null;
    const flash = this.#open(bytes, user);
    if (flash !== null) this.#shown.set(id, true);
    return flash;
  }

  #open(bytes: Buffer, user: string): Flash | null {
    const [iv, body] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, -TAG_BYTES)];
    const decipher = createDecipheriv(CIPHER, this.#key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(user)).setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString()) as Flash;
    } catch {
      return null;
    }
  }
}
