import type { VendureLogger } from '@vendure/core';

/** The log of a shop: what it warns of is kept. */
export class ShopLog implements VendureLogger {
  readonly warnings: string[] = [];

  warn(message: string): void {
    this.warnings.push(message);
  }

  error(message: string): void {
    this.warnings.push(message);
  }

  info(): void {}
  verbose(): void {}
  debug(): void {}
}
