import { Inject, Injectable } from '@nestjs/common';
import { In, MoreThan, type DataSource, type EntityManager } from 'typeorm';
import type { Transactions } from '../../../database/engine/index.js';
import type { PaymentError } from '../../../protocol/index.js';
import type { Clock } from '../../../support/index.js';
import { Decisions, type OperatorDecision } from '../../decisions/index.js';
import { NotificationEntity } from '../../notifications/index.js';
import { AttemptEntity, PaymentOrderEntity } from '../../orders/index.js';
import { PollEntity } from '../../poll-schedule/index.js';
import { RefundLaneEntity } from '../../refund-records/index.js';
import {
  type TerminalGroup,
  TerminalGroups,
  messages,
  CLOCK,
  DATA_SOURCE,
  refusal,
  TRANSACTIONS,
} from '../../core/index.js';
import { groupedTables, keysBesideGroup, type GroupedTable } from './group-rename.plan.js';
import { mergeLane, moveSingle } from './group-rename.singles.js';
import { PROCESS_ALIVE_MS, ProcessRegistry } from '../../diagnostics/index.js';

/** How many orders, or rows of other tables, are moved in one transaction. */
const BATCH = 200;
/** How many ids that exist in both groups are named in an error. */
const NAMED = 5;

/** Which rows are moved where, who decided it, and why. */
export interface GroupRename extends OperatorDecision {
  /** A name that is no longer in any options. */
  readonly from: string;
  /** A name in the options. */
  readonly to: string;
  /** Called after each batch. */
  readonly onProgress?: (progress: { readonly rows: number }) => void;
  /** Ends it after the current batch; the same call continues it. */
  readonly signal?: AbortSignal;
}

/** What was moved. */
export interface GroupRenameReport {
  readonly from: string;
  readonly to: string;
  readonly orders: number;
  /** Rows of all tables, the orders included. */
  readonly rows: number;
  /** False when it was ended early: rows of the old name remain. */
  readonly complete: boolean;
}

/** A rename in progress. */
interface Moving extends GroupRename {
  readonly tables: readonly GroupedTable[];
  rows: number;
}

/**
 * Moves all rows of one terminal group to another name, in batches: an order and all that belongs to it in one transaction.
 * If it is interrupted, the same call continues it. Nothing is derived from the new name: keys and tags stay.
 */
@Injectable()
export class GroupRenames {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly groups: TerminalGroups,
    private readonly processes: ProcessRegistry,
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws PaymentError `GROUP_RENAME_REFUSED` naming every reason; `GROUP_UNKNOWN` */
  async rename(request: GroupRename): Promise<GroupRenameReport> {
    const { from, to } = request;
    const moving: Moving = { ...request, tables: groupedTables(this.dataSource), rows: 0 };
    const target = await this.groups.resolve(to);
    const source = await this.groups.learn(from);
    const own = namesInTheWay({ from, to }, { target, source });
    const faults = own.length > 0 ? own : await this.transactions.run((tx) => this.faults(tx, moving));
    if (faults.length > 0) throw refused(request, faults);
    if (!(await this.transactions.run((tx) => isAnywhere(tx, moving))))
      return { from, to, orders: 0, rows: 0, complete: true };
    const subject = { group: to, orderId: '', about: 'group', decision: 'renamed' } as const;
    const record = { ...subject, subject: `${from} → ${to}` };
    await this.transactions.run((tx) => this.decisions.record(tx, request, [record]));
    const orders = await this.moveOrders(moving);
    const complete = await this.moveRest(moving);
    return { from, to, orders, rows: moving.rows, complete };
  }

  private async faults(tx: EntityManager, { from, to, tables }: Moving): Promise<string[]> {
    const faults = await this.held(tx, from);
    for (const { metadata } of tables) {
      for (const key of keysBesideGroup(metadata)) faults.push(...(await collisions(tx, { metadata, key, from, to })));
    }
    return faults;
  }

  /** What still uses the old name: processes that work under it, and rows that a worker holds under a lease. */
  private async held(tx: EntityManager, from: string): Promise<string[]> {
    const living = (await this.processes.living(tx)).filter(({ groups }) => groups.includes(from));
    const named = living.map(
      ({ place }) =>
        `process ${place} runs with terminal group ${from}; stop it first (one that was killed is believed after ${PROCESS_ALIVE_MS / 1_000} seconds)`,
    );
    const leased = { group: from, leaseUntil: MoreThan(this.clock.now()) };
    const rows = (await tx.countBy(PollEntity, leased)) + (await tx.countBy(NotificationEntity, leased));
    const busy = `${rows} row(s) of ${from} are being worked on; if no process runs, wait until their leases have run out (a minute)`;
    return rows > 0 ? [...named, busy] : named;
  }

  private async moveOrders(moving: Moving): Promise<number> {
    for (let orders = 0; ;) {
      if (moving.signal?.aborted) return orders;
      const moved = await this.step(moving, (tx) => moveBatch(tx, moving));
      if (moved === 0) return orders;
      orders += moved;
    }
  }

  /** Moves rows without an order, and rows of which each group has one. @returns whether everything was moved */
  private async moveRest(moving: Moving): Promise<boolean> {
    for (const table of moving.tables) {
      for (let moved = BATCH; moved > 0;) {
        if (moving.signal?.aborted) return false;
        moved = await this.step(moving, (tx) => moveLeftover(tx, table, moving));
      }
    }
    await this.step(moving, async (tx) => {
      const lanes = await mergeLane(tx, moving);
      const lastError = In([moving.from, moving.to].map(messages.groupNotConfigured));
      const waiting = { group: moving.to, state: 'pending' as const, lastError };
      await tx.update(NotificationEntity, waiting, { dueAt: this.clock.now(), lastError: null });
      return counted(moving, lanes);
    });
    return true;
  }

  /** Runs one batch. It fails if a process has begun under the old name meanwhile. */
  private async step(moving: Moving, work: (tx: EntityManager) => Promise<number>): Promise<number> {
    const before = moving.rows;
    const moved = await this.transactions.run(async (tx) => {
      moving.rows = before;
      const living = (await this.processes.living(tx)).filter(({ groups }) => groups.includes(moving.from));
      if (living.length > 0) throw refused(moving, [`process ${living[0]!.place} has begun with ${moving.from}`]);
      return work(tx);
    });
    if (moved > 0) moving.onProgress?.({ rows: moving.rows });
    return moved;
  }
}

/** Whether any row has the old name. */
async function isAnywhere(tx: EntityManager, { from, tables }: Moving): Promise<boolean> {
  for (const { metadata } of tables) if (await tx.existsBy(metadata.target, { group: from })) return true;
  return tx.existsBy(RefundLaneEntity, { id: from });
}

/** Moves orders with all rows that have their ids or those of their attempts. @returns how many orders */
async function moveBatch(tx: EntityManager, moving: Moving): Promise<number> {
  const { from, tables } = moving;
  const select = { orderId: true } as const;
  const orders = await tx.find(PaymentOrderEntity, {
    select,
    where: { group: from },
    order: { orderId: 'ASC' },
    take: BATCH,
  });
  if (orders.length === 0) return 0;
  const orderIds = orders.map(({ orderId }) => orderId);
  const attempts = await tx.find(AttemptEntity, {
    select: { serviceOrderId: true },
    where: { group: from, orderId: In(orderIds) },
  });
  const serviceIds = attempts.map(({ serviceOrderId }) => serviceOrderId);
  const either = [...new Set([...orderIds, ...serviceIds])];
  for (const { kind, metadata } of tables) {
    if (kind === 'by-order') await update(tx, { metadata, moving, where: { orderId: In(orderIds) } });
    if (kind === 'by-attempt') await update(tx, { metadata, moving, where: { serviceOrderId: In(serviceIds) } });
    if (kind === 'by-either') await update(tx, { metadata, moving, where: { orderId: In(either) } });
  }
  return orders.length;
}

/** Moves rows of the old name that were not moved with an order. @returns how many were read */
async function moveLeftover(tx: EntityManager, { kind, metadata }: GroupedTable, moving: Moving): Promise<number> {
  if (kind === 'single') return counted(moving, await moveSingle(tx, metadata, moving));
  const key = metadata.columns.some(({ propertyName }) => propertyName === 'id') ? 'id' : 'orderId';
  const rows = await tx.find(metadata.target, { select: { [key]: true }, where: { group: moving.from }, take: BATCH });
  if (rows.length === 0) return 0;
  const values = rows.map((row) => String(Reflect.get(row, key)));
  await update(tx, { metadata, moving, where: { [key]: In([...new Set(values)]) } });
  return rows.length;
}

interface Update {
  readonly metadata: GroupedTable['metadata'];
  readonly moving: Moving;
  readonly where: object;
}

async function update(tx: EntityManager, { metadata, moving, where }: Update): Promise<void> {
  const { affected } = await tx.update(metadata.target, { group: moving.from, ...where }, { group: moving.to });
  counted(moving, affected ?? 0);
}

function counted(moving: Moving, rows: number): number {
  moving.rows += rows;
  return rows;
}

interface Collision {
  readonly metadata: GroupedTable['metadata'];
  readonly key: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** Rows that exist under both names with the same key. */
async function collisions(tx: EntityManager, { metadata, key, from, to }: Collision): Promise<string[]> {
  const same = key.map((property) => `a.${property} = b.${property}`).join(' AND ');
  const found = await tx
    .createQueryBuilder(metadata.target, 'a')
    .innerJoin(metadata.target, 'b', `b.group = :to AND ${same}`, { to })
    .where('a.group = :from', { from })
    .select(key.map((property) => `a.${property}`))
    .limit(NAMED)
    .getRawMany<Record<string, unknown>>();
  if (found.length === 0) return [];
  const names = found.map((row) => Object.values(row).map(String).join(' ')).join(', ');
  return [`${from} and ${to} both have in ${metadata.tableName}: ${names}`];
}

const refused = ({ from, to }: Pick<GroupRename, 'from' | 'to'>, faults: readonly string[]): PaymentError =>
  refusal({
    code: 'GROUP_RENAME_REFUSED',
    message: `Terminal group ${from} cannot be renamed to ${to}: ${faults.join('; ')}.`,
  });

/** The reasons in the options, or of `resolveGroup`, against the two names. */
function namesInTheWay(
  { from, to }: Pick<GroupRename, 'from' | 'to'>,
  { target, source }: { readonly target: TerminalGroup; readonly source: TerminalGroup | null },
): string[] {
  if (target.name !== to) return [`${to} is an alias of ${target.name}; name the group itself`];
  const isOwn = source?.name === from;
  return isOwn ? [`${from} is in the options of this shop; take it out, or make it an alias of ${to}`] : [];
}
