import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';

const PER_SECOND = 1_000_000;

/** Makes the service's transaction ids: unix seconds and six more digits, 16 in all. */
@Injectable()
export class TransactionIds {
  #last = randomInt(PER_SECOND);

  constructor(@Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings) {}

  /** A new one; as text, so that nothing rounds it. */
  next(): string {
    this.#last = (this.#last + 1) % PER_SECOND;
    const seconds = Math.floor(this.settings.clock.now() / 1_000);
    return `${seconds}${String(this.#last).padStart(6, '0')}`;
  }
}
