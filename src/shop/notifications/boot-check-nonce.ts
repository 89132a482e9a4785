import { Injectable } from '@nestjs/common';
import { randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret of this process alone, by which its own boot check is told from a real notification. */
@Injectable()
export class BootCheckNonce {
  /** The header that carries it. */
  static readonly header = 'x-tillbridge-boot-check';
  readonly value = randomBytes(32).toString('hex');

  /** Compares in constant time. */
  matches(candidate: unknown): boolean {
    const given = Buffer.from(typeof candidate === 'string' ? candidate : '');
    const own = Buffer.from(this.value);
    return given.length === own.length && timingSafeEqual(given, own);
  }
}
