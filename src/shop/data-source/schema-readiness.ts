import { refusal } from '../core/index.js';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { lacksTables, missingTables, type MissingTable } from '../../database/engine/index.js';
import { PaymentError } from '../../protocol/index.js';
import { messages, type TillbridgeOptions, DATA_SOURCE, TILLBRIDGE_OPTIONS } from '../core/index.js';

/** How often tables that were missing are looked for again, in milliseconds. */
const CHECK_EVERY_MS = 2_000;

const nameOf = ({ table, columns }: MissingTable): string =>
  columns.length === 0 ? table : columns.map((column) => `${table}.${column}`).join(', ');

const namesOf = (missing: readonly MissingTable[]): string => missing.map(nameOf).join(', ');

/**
 * Whether the database has the tables that this version works with. Without them every loop would fail
 * again and again: while something is missing none runs, and no notification is acknowledged. Once it is there, work begins by
 * itself, so that a deployment may migrate before, beside or after the start.
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

  /** False from the first read that found something missing until everything is there. No one looks in a tool. */
  get isReady(): boolean {
    return this.missing === '';
  }

  /**
   * Looks once for this process; tells what is missing, and goes on looking for it.
   *
   * @throws PaymentError `TABLES_MISSING` where the option `requireTables` asks for it
   */
  check(): Promise<void> {
    this.checked ??= this.checkOnce();
    return this.checked;
  }

  /** Begins something now, and waits for it; or as soon as the tables are there. */
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
    if (this.options.requireTables) throw tablesMissing(this.missing);
    this.logger.error(messages.tablesMissing(this.missing));
    this.timer = setInterval(() => void this.checkAgain(), CHECK_EVERY_MS);
    this.timer.unref();
  }

  private async checkAgain(): Promise<void> {
    // A database that is away is one more reason to look later.
    const isLacking = await lacksTables(this.dataSource).catch(() => true);
    // The shutdown may have begun meanwhile, or a read that took long have ended at the same time: neither leaves a timer.
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
