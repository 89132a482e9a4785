import { refusal } from '../core/index.js';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { lacksTables, missingTables, type MissingTable } from '../../database/engine/index.js';
import { PaymentError } from '../../protocol/index.js';
import { messages, type TillbridgeOptions, DATA_SOURCE, TILLBRIDGE_OPTIONS } from '../core/index.js';

/** How often missing tables are checked again, in milliseconds. */
const CHECK_EVERY_MS = 2_000;

const nameOf = ({ table, columns }: MissingTable): string =>
  columns.length === 0 ? table : columns.map((column) => `${table}.${column}`).join(', ');

const namesOf = (missing: readonly MissingTable[]): string => missing.map(nameOf).join(', ');

/**
 * Whether the database has the tables of this version. Without them every loop would fail repeatedly, so none runs and no
 * notification is acknowledged while something is missing. Work begins by itself once the tables are there, so a deployment
 * may migrate before, during or after the start.
 */
@Injectable()
export class SchemaReadiness implements OnModuleDestroy {
  private readonly logger = new Logger('Tillbridge:Database');
  private readonly listeners: (() => unknown)[] = [];
  private checked: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private missing = '';

  constructor(
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    @Inject(TILLBRIDGE_OPTIONS) private readonly options: TillbridgeOptions,
  ) {}

  /** False from the first check that found something missing until everything is there. A command-line process does not check. */
  get isReady(): boolean {
    return this.missing === '';
  }

  /**
   * Checks once for this process; logs what is missing, and keeps checking until it is there.
   *
   * @throws PaymentError `TABLES_MISSING` with the option `requireTables`
   */
  check(): Promise<void> {
    this.checked ??= this.checkOnce();
    return this.checked;
  }

  /** @throws PaymentError `TABLES_MISSING` with the names, while something is missing */
  assertReady(): void {
    if (!this.isReady) throw tablesMissing(this.missing);
  }

  /** Runs something now and waits for it; or runs it as soon as the tables are there. */
  async whenReady(begin: () => unknown): Promise<void> {
    if (this.isReady) await begin();
    else this.listeners.push(begin);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async checkOnce(): Promise<void> {
    this.missing = namesOf(await missingTables(this.dataSource));
    if (this.isReady) return;
    if (this.options.requireTables) this.assertReady();
    this.logger.error(messages.tablesMissing(this.missing));
    this.timer = setInterval(() => void this.checkAgain(), CHECK_EVERY_MS);
    this.timer.unref();
  }

  private async checkAgain(): Promise<void> {
    // If the database does not answer, the check is repeated later, too.
    const isLacking = await lacksTables(this.dataSource).catch(() => true);
    // If the shutdown has begun meanwhile, or a slow check has ended at the same time, no timer may be left.
    if (isLacking || !this.timer) return;
    this.onModuleDestroy();
    this.missing = '';
    this.logger.log(messages.tablesThere);
    for (const begin of this.listeners.splice(0)) await begin();
  }
}

const tablesMissing = (names: string): PaymentError =>
  refusal({
    code: 'TABLES_MISSING',
    message: `The database lacks tables or columns of this version: ${names}.`,
    kind: 'configuration',
  });
