import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { reportOutsideWrites, tableOfWrite } from '../../database/engine/index.js';
import { messages } from '../core/index.js';
import { HostTransactionPort } from './host-transaction.port.js';

/**
 * Warns once of each handler that writes without the EntityManager it was given. Its tests pass, on SQLite or where nothing fails;
 * each time that the change is rolled back and tried again, it leaves one more invoice.
 */
@Injectable()
export class OutsideWriteWarnings {
  private readonly logger = new Logger('Tillbridge:Effects');
  private readonly warned = new Set<string>();

  constructor(private readonly host: HostTransactionPort) {}

  /** Runs a handler, and warns of what it writes outside of `tx` until it ends. */
  async during<T>(tx: EntityManager, effect: string, handler: () => Promise<T>): Promise<T> {
    const end = reportOutsideWrites(tx, (write) => this.warn(effect, write));
    try {
      return await handler();
    } finally {
      end();
    }
  }

  private warn(effect: string, write: string): void {
    if (this.warned.has(effect) || this.host.keepsSeparate(tableOfWrite(write))) return;
    this.warned.add(effect);
    this.logger.warn(messages.wroteOutside(effect, write));
  }
}
