import { Inject, Injectable } from '@nestjs/common';
import { MAX_UPLOAD_BYTES } from '../../pages/page-request.js';
import { CLOCK } from '../../shop/core/index.js';
import type { Clock } from '../../support/index.js';

/** Longer than a clerk needs to read a preview, and about as long as a login lasts. */
const KEPT_MS = 30 * 60_000;
/** The limit of all files together, as UTF-16 in memory. */
const MAX_BYTES = 4 * 2 * MAX_UPLOAD_BYTES;

interface KeptFile {
  readonly csv: string;
  readonly until: number;
}

/**
 * Keeps checked files until they are confirmed, so that no page contains them: an answer with the file would be several
 * times as large as the upload, and slow to write. Each process keeps a few files for a while. If a file is gone, the
 * clerk uploads it again.
 */
@Injectable()
export class CheckedFiles {
  /** Oldest first. */
  readonly #files = new Map<string, KeptFile>();

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Keeps a file for a user, and returns its name. */
  async keep(user: string, csv: string): Promise<string> {
    const name = await nameOfFile(csv);
    const key = keyOf(user, name);
    this.#files.delete(key);
    this.#files.set(key, { csv, until: this.clock.now() + KEPT_MS });
    this.#forget();
    return name;
  }

  /** A user's file by its name; null if this process does not keep it, or no longer does. */
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

/** Equal for equal texts, in every process. */
export async function nameOfFile(csv: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(csv))).toString('base64url');
}

const keyOf = (user: string, name: string): string => `${name} ${user}`;
