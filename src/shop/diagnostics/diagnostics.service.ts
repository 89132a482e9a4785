import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { masterManager, writeErrorOf } from '../../database/engine/index.js';
import type { Clock } from '../../support/index.js';
import { HandOver } from '../effects/index.js';
import { WorkerRegistry } from '../workers/index.js';
import { SchemaReadiness } from '../data-source/index.js';
import { ServiceCaller } from '../client/index.js';
import { AcknowledgementTimes, UnstoredNotifications } from '../notifications/index.js';
import { ProcessEntity } from './process.entity.js';
import { ProcessRegistry } from './process-registry.js';
import { TerminalGroups, CLOCK, DATA_SOURCE } from '../core/index.js';
import type { DiagnosticsFigures } from './diagnostics-figures.js';
import { failingWork } from './failing-work.js';
import { effectFigures, inboxFigures, orderFigures, pollingFigures, refundFigures } from './figure-queries.js';

/**
 * Reads the state of the module, for health checks, gauges and pages. It costs the same for any backlog: each query uses an
 * index and stops at a bound.
 *
 * @example
 * ```ts
 * async function isLate(diagnostics: DiagnosticsService): Promise<boolean> {
 *   const { inbox } = await diagnostics.read();
 *   return (inbox.oldestPendingMs ?? 0) > 60_000;
 * }
 * ```
 */
@Injectable()
export class DiagnosticsService {
  private reading: Promise<DiagnosticsFigures> | null = null;

  constructor(
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly groups: TerminalGroups,
    private readonly caller: ServiceCaller,
    private readonly acknowledgements: AcknowledgementTimes,
    private readonly unstored: UnstoredNotifications,
    private readonly processes: ProcessRegistry,
    private readonly workers: WorkerRegistry,
    private readonly handing: HandOver,
    private readonly schema: SchemaReadiness,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The present state of the module. A caller that comes while an answer is being read gets the same answer.
   *
   * @throws the error of the database when it cannot be read; PaymentError `TABLES_MISSING` while it lacks a table or column
   */
  read(): Promise<DiagnosticsFigures> {
    this.reading ??= this.readNow().finally(() => (this.reading = null));
    return this.reading;
  }

  /**
   * As {@link read}, for those who ask whether payments work: a database that takes no writes (a replica, a full disk) still
   * answers every read, and all figures would look well while no order can be made and no notification stored.
   *
   * @throws as {@link read}; the error of the database when it takes no writes
   */
  async readIfWritable(): Promise<DiagnosticsFigures> {
    this.schema.assertReady();
    const error = await writeErrorOf(this.dataSource, this.dataSource.getMetadata(ProcessEntity).tablePath);
    if (error) throw error;
    return this.read();
  }

  private async readNow(): Promise<DiagnosticsFigures> {
    // A column that no figure reads may be missing: a process that takes no notification would be well in every check.
    this.schema.assertReady();
    const at = this.clock.now();
    const query = { em: masterManager(this.dataSource), groups: this.groups.all.map(({ name }) => name), at };
    const health = this.groups.all.map((group) => ({ group: group.name, ...this.caller.health(group) }));
    // One after the other: a health check must not use up the pool's connections, which payments need.
    const notifications = await inboxFigures(query);
    const oldestPendingMs = longest(notifications.oldestPendingMs, this.unstored.waitedMs);
    const inbox = { ...notifications, oldestPendingMs };
    const effects = await effectFigures(query);
    const orders = await orderFigures(query);
    const polling = await pollingFigures(query);
    const refunds = await refundFigures(query);
    const failing = await failingWork(query.em, at);
    const strays = await this.processes.strays(query.em);
    const clockSkewMs = worst(health.map((each) => each.clockSkewMs));
    const acknowledgements = this.acknowledgements.summary();
    const keylessGroups = this.groups.all.flatMap(({ name, keys: { gap } }) => (gap ? [{ group: name, ...gap }] : []));
    const stored = { inbox, effects, orders, polling, refunds, failing, strayGroups: strays, keylessGroups };
    const { isListening } = this.workers;
    const doorbell = isListening === null ? null : { isListening };
    return { at, ...stored, service: health, clockSkewMs, acknowledgements, doorbell, handOver: this.handing.figures };
  }
}

/** The value that is furthest from 0. */
const worst = (skews: readonly (number | null)[]): number | null =>
  skews.reduce(
    (one, other) => (other === null || (one !== null && Math.abs(other) < Math.abs(one)) ? one : other),
    null,
  );

const longest = (...waits: readonly (number | null)[]): number | null =>
  waits.reduce((one, other) => (one === null || (other !== null && other > one) ? other : one), null);
