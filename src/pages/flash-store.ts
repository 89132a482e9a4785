import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Flash } from './desk.js';

const MOST_KEPT = 100;

/** Keeps what a form's sender is to be told until the next page is shown: once, and only what was written here. */
@Injectable()
export class FlashStore {
  readonly #kept = new Map<string, Flash>();

  /** Keeps a message; the oldest gives way when nobody comes for them. */
  keep(flash: Flash): string {
    const id = randomBytes(9).toString('base64url');
    this.#kept.set(id, flash);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return id;
  }

  /** Takes a message out; null when there is none of that id any more. */
  take(id: string | undefined): Flash | null {
    const flash = this.#kept.get(id ?? '');
    this.#kept.delete(id ?? '');
    return flash ?? null;
  }
}
