import { Inject, Injectable } from '@nestjs/common';
import { MAX_UPLOAD_BYTES } from '../../pages/page-request.js';
import { CLOCK } from '../../shop/core/index.js';
import type { Clock } from '../../support/index.js';

/** What a clerk reads of a preview, and how long a login is usually good for. */
const KEPT_MS = 30 * 60_000;
/** Of all files together, as UTF-16 in memory. */
const MAX_BYTES = 4 * 2 * MAX_UPLOAD_BYTES;

interface KeptFile {
  readonly csv: string;
  readonly until: number;
}

/**
 * Keeps the files that were checked until they are confirmed, so that no page carries them: an answer with the file in it is
 * several times as long as the upload, and takes as long to write. Each process keeps a few, for a while; where a file is
 * gone, it is chosen once more.
 */
@Injectable()
export class CheckedFiles {
  /** Oldest first. */
  readonly #files = new Map<string, KeptFile>();

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Keeps a file for a user, and names it. */
  async keep(user: string, csv: string): Promise<string> {
    const name = await nameOfFile(csv);
    const key = keyOf(user, name);
    this.#files.delete(key);
    this.#files.set(key, { csv, until: this.clock.now() + KEPT_MS });
    this.#forget();
    return name;
  }

  /** The file that a user was given the name of; null when it is not kept any more, or here. */
  find(user: string, name: string): string | null {
    this.#forget();
    return this.#files.get(keyOf(user, name))?.csv ?? null;
  }

  #forget(): void {
    let bytes = 0;
    for (const { csv } of this.#files.values()) bytes += 2 * csv.length;
    const now = this.clock.now();
    for (const [key, { csv, until }] of this.#files) {
      if (bytes <= MAX_BYTES && until > now) return;
      this.#files.delete(key);
      bytes -= 2 * csv.length;
    }
  }
}

/** The same for the same text, in every process. */
export async function nameOfFile(csv: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(csv))).toString('base64url');
}

const keyOf = (user: string, name: string): string => `${name} ${user}`;
