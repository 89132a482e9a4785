import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SANDBOX_SETTINGS, type SandboxSettings } from '../core/index.js';

const SECONDS_DIGITS = 10;
const LARGEST_COUNT = 100_000_000;

/** Makes the service's transaction ids: unix seconds and six more digits, 16 in all; a switch makes it 17 or 18. */
@Injectable()
export class TransactionIds {
  #last = randomInt(LARGEST_COUNT);

  constructor(@Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings) {}

  /** A new id; as text, so that it is never rounded. */
  next(): string {
    const { clock, transactionIdDigits } = this.settings;
    const digits = transactionIdDigits - SECONDS_DIGITS;
    this.#last = (this.#last + 1) % 10 ** digits;
    const seconds = Math.floor(clock.now() / 1_000);
    return `${seconds}${String(this.#last).padStart(digits, '0')}`;
  }
}
