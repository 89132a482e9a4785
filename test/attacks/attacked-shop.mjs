/** What the shop under attack does upon payments, and who reads its log meanwhile. */
import { Injectable } from '@nestjs/common';
import { inspect } from 'node:util';
import { OnPayment } from '../../dist/esm/index.js';
import { CanaryScanner } from '../support/canary-scanner.mjs';

const KINDS = ['initialized', 'completed', 'declined', 'cancelled', 'expired', 'void', 'refunded', 'partial_refunded'];
const SURPRISES = ['paid_after_cancel', 'paid_twice', 'amount_mismatch', 'restored'];

/** One effect in the transaction and one after it, so that the tables of effects and of the outbox have rows. */
export class Effects {
  book() {}

  tell() {}
}
Injectable()(Effects);
for (const [method, options] of Object.entries({ book: { name: 'book' }, tell: { name: 'tell', after: 'commit' } })) {
  const descriptor = Object.getOwnPropertyDescriptor(Effects.prototype, method);
  OnPayment([...KINDS, ...SURPRISES], options)(Effects.prototype, method, descriptor);
}

/** Counts the posts that got as far as the controller: what no one has signed is to be refused before it is parsed. */
export class Arrivals {
  posts = 0;

  canActivate(context) {
    if (context.switchToHttp().getRequest().method === 'POST') this.posts += 1;
    return true;
  }
}

/** Looks for the canary key in every line, at every level; keeps nothing but how many lines of each level there were. */
export class WatchedLog {
  lines = {};
  #scanner = new CanaryScanner();

  constructor() {
    for (const level of ['log', 'error', 'warn', 'debug', 'verbose', 'fatal']) {
      this[level] = (...parts) => {
        this.lines[level] = (this.lines[level] ?? 0) + 1;
        for (const part of parts) this.#scanner.push(`${typeof part === 'string' ? part : inspect(part)}\n`);
      };
    }
  }

  /** The form in which the key was found, or null. */
  get leak() {
    return this.#scanner.found ?? null;
  }
}
