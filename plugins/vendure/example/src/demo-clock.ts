import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The time of the payments, here and in the sandbox. On a page of the sandbox it can be put forward, to see at once what
 * happens at midnight or in thirty days; the shop goes along. A live shop has none of this.
 */
export class DemoClock {
  private offsetMs: number;

  /** @param file where it is kept how far it was put forward: time must not go back at the next start */
  constructor(private readonly file: string) {
    this.offsetMs = readOffset(file);
  }

  /** Epoch milliseconds. */
  now(): number {
    return Date.now() + this.offsetMs;
  }

  /** Called by the sandbox. */
  set(epochMs: number): void {
    this.offsetMs = Math.round(epochMs - Date.now());
    writeFileSync(this.file, String(this.offsetMs));
  }
}

function readOffset(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}
