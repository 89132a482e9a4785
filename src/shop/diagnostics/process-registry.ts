import { hostname } from 'node:os';
import {
  Inject,
  Injectable,
  Logger,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { In, LessThan, MoreThan, type EntityManager } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import { createId, waitAtMost, type Clock } from '../../support/index.js';
import { type ProcessRole, TerminalGroups, messages, CLOCK, PROCESS_ROLE, TRANSACTIONS } from '../core/index.js';
import { HandlerExplorer } from '../effects/index.js';
import { SchemaReadiness } from '../data-source/index.js';
import { gapsAmong, keptNames, lackingIn, type HandlerGap } from './handler-gaps.js';
import { ProcessEntity } from './process.entity.js';
import { openRowsText, strayGroups, type StrayGroup } from './stray-groups.js';

/** How often a process reports that it is alive, in milliseconds: one statement. */
const BEAT_MS = 30_000;
/** A process without a report for so long counts as dead: two reports may fail. */
export const PROCESS_ALIVE_MS = 3 * BEAT_MS;
/** Rows of processes that were killed are deleted after a day. */
const FORGOTTEN_MS = 86_400_000;
/** Longest wait for the last statement at the shutdown, in milliseconds. */
const SIGN_OFF_MS = 2_000;
/**
 * How often handlers are compared, and how long both processes must have run, in milliseconds: during a deployment an older
 * release runs beside the new one and rightly has other handlers.
 */
const COMPARED_MS = 600_000;
const PLACE_WIDTH = 120;
/** Names of groups in one row: the longest ones take 60,000 of the 65,535 bytes of a text in MySQL and MariaDB. */
const MOST_GROUPS = 890;
/** More processes than any shop has. */
const MOST_LISTED = 1_000;

/** A process that has reported lately. */
export interface LivingProcess extends Pick<ProcessEntity, 'groups' | 'handlers' | 'place' | 'startedAt' | 'seenAt'> {
  /** Whether it does background work. */
  readonly works: boolean;
}

/** How the place of a process ends that does no background work. */
const WORKERS_OFF = ', workers off';

/**
 * Stores that this process is alive, and the names of its terminal groups. At the start it logs the stray groups. It never
 * blocks other work: what cannot be written now is written with the next report.
 */
@Injectable()
export class ProcessRegistry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Tillbridge:Groups');
  /** Id of its row, and of one more row for each {@link MOST_GROUPS} names. */
  private readonly ids: string[] = [];
  private readonly startedAt: number;
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();
  private isWaiting = false;
  private comparedAt: number;
  private readonly reported = new Set<string>();

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly explorer: HandlerExplorer,
    private readonly groups: TerminalGroups,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly schema: SchemaReadiness,
    @Optional() @Inject(PROCESS_ROLE) private readonly role: ProcessRole = 'server',
  ) {
    this.startedAt = clock.now();
    this.comparedAt = this.startedAt;
  }

  /** A command-line process stores nothing: it does not work for any group. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.role === 'cli') return;
    await this.schema.check();
    await this.schema.whenReady(() => this.begin());
  }

  private async begin(): Promise<void> {
    this.groups.whenLearnt(() => this.beat());
    this.timer = setInterval(() => this.beat(), BEAT_MS);
    this.timer.unref();
    this.beat();
    await this.beating;
    await this.reportStrays().catch(() => undefined);
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.timer) return;
    clearInterval(this.timer);
    const signOff = this.beating.then(() =>
      this.transactions.run((tx) => tx.delete(ProcessEntity, { id: In(this.ids) })),
    );
    const patience = { ms: SIGN_OFF_MS, late: () => undefined };
    await waitAtMost(signOff, patience).catch(() => undefined);
  }

  /** Processes that have reported in the last {@link PROCESS_ALIVE_MS}. */
  async living(manager: EntityManager): Promise<LivingProcess[]> {
    const since = this.clock.now() - PROCESS_ALIVE_MS;
    const where = { seenAt: MoreThan(since) };
    const rows = await manager.find(ProcessEntity, { where, order: { seenAt: 'DESC' }, take: MOST_LISTED });
    return rows.map((row) => ({ ...row, works: !row.place.endsWith(WORKERS_OFF) }));
  }

  /** Names that this process or another living one knows. */
  private async namesInUse(manager: EntityManager): Promise<ReadonlySet<string>> {
    const others = (await this.living(manager)).flatMap(({ groups }) => groups);
    return new Set([...this.names, ...others]);
  }

  /**
   * Open rows under names that no living process knows. The command line calls this: it is ESM, and its own entities are
   * unknown to the DataSource of a host that loads the package as CommonJS.
   */
  async strays(manager: EntityManager): Promise<StrayGroup[]> {
    return strayGroups(manager, await this.namesInUse(manager));
  }

  /** The living processes that lack handlers of another process. */
  async handlerGaps(manager: EntityManager): Promise<HandlerGap[]> {
    return gapsAmong(await this.living(manager));
  }

  private get names(): string[] {
    return this.groups.all.map(({ name }) => name);
  }

  /** A process without workers applies nothing: it must not pass for one that does. */
  private get place(): string {
    const workers = this.groups.workers === 'off' ? WORKERS_OFF : '';
    return `${hostname()} ${process.pid}${workers}`.slice(-PLACE_WIDTH);
  }

  private get handlers(): string[] {
    return keptNames(this.explorer.all.map(({ effect }) => effect));
  }

  /** Reports one at a time. After a failure (no table yet, no database) the next report makes up for it. */
  private beat(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.beating = this.beating.then(() => this.reportSoon()).catch(() => undefined);
  }

  /** Hundreds of groups may be found at the start: those found before the next report are written together. */
  private reportSoon(): Promise<void> {
    this.isWaiting = false;
    return this.report().then(() => this.compare());
  }

  /** A handler that is missing here never runs for transitions that this process records: this is logged once. */
  private async compare(): Promise<void> {
    const since = this.clock.now() - COMPARED_MS;
    if (this.comparedAt > since) return;
    this.comparedAt = this.clock.now();
    const living = await this.transactions.run((tx) => this.living(tx));
    const others = living.filter(({ startedAt }) => startedAt <= since);
    const lacking = lackingIn(this.handlers, others).filter((name) => !this.reported.has(name));
    if (lacking.length > 0) this.logger.warn(messages.handlersLacking(lacking.join(', ')));
    for (const name of lacking) this.reported.add(name);
  }

  private report(): Promise<void> {
    return this.transactions.run(async (tx) => {
      const seenAt = this.clock.now();
      const { startedAt, names, handlers } = this;
      const parts = Math.max(1, Math.ceil(names.length / MOST_GROUPS));
      while (this.ids.length < parts) this.ids.push(createId(this.clock));
      for (const [index, id] of this.ids.entries()) {
        const groups = names.slice(index * MOST_GROUPS, (index + 1) * MOST_GROUPS);
        const { affected } = await tx.update(ProcessEntity, { id }, { seenAt, groups, handlers });
        if (affected !== 0) continue;
        await tx.insert(ProcessEntity, { id, groups, handlers, place: this.place, startedAt, seenAt });
        await tx.delete(ProcessEntity, { seenAt: LessThan(seenAt - FORGOTTEN_MS) });
      }
    });
  }

  private async reportStrays(): Promise<void> {
    await this.groups.sought();
    const found = await this.transactions.run((tx) => this.strays(tx));
    if (found.length > 0) this.logger.warn(messages.groupsNotConfigured(found.map(openRowsText).join('; ')));
  }
}
