import { Inject, Injectable } from '@nestjs/common';
import { In, type DataSource, type EntityManager } from 'typeorm';
import {
  engineOf,
  insertOrIgnore,
  isRefusedStatement,
  joinsTransaction,
  type Transactions,
} from '../../../database/engine/index.js';
import { deliveryKey } from '../../../protocol/index.js';
import { createId, SharedCommit, type Clock } from '../../../support/index.js';
import { SchemaReadiness } from '../../data-source/index.js';
import { CLOCK, DATA_SOURCE, TRANSACTIONS, messages } from '../../core/index.js';
import { tracedNow } from '../../telemetry/index.js';
import { NotificationRefused } from '../intake/notification-answer.js';
import type { VerifiedNotification } from '../intake/notification-authenticator.js';
import { splitBody } from './notification-bodies.js';
import { NotificationEntity } from './notification.entity.js';
import { OwnNotifications } from './own-notifications.js';
import { UnstoredNotifications } from './unstored-notifications.js';
import { WorkerRegistry } from '../../workers/index.js';
import { NotificationPartEntity } from './notification-part.entity.js';

/** Most rows of one commit. */
const FLUSH_ROWS = 64;
const FLUSHES_AT_ONCE = 2;
/** Most bytes of bodies in one commit, unless a single body is larger. Base64 adds a third to them. */
const FLUSH_BYTES = 750_000;
/** Most notifications that wait for a commit. Beyond it the service is asked to send again (bounded memory). */
const MAX_WAITING = 2_000;
/** Most bytes of their bodies, including those on their way to the database. */
const MAX_WAITING_BYTES = 32_000_000;

/** The group of a notification, and the name of the group in its URL. */
interface Addressee {
  readonly group: string;
  readonly addressee: string;
}

interface Waiting {
  readonly row: NotificationEntity;
  readonly parts: readonly Buffer[];
  readonly bytes: number;
}

/**
 * Inserts the rows, and the parts of the new ones: a repeat finds the row of the first and adds no parts. May be run again.
 */
async function insertWithParts(tx: EntityManager, batch: readonly Waiting[]): Promise<void> {
  const rows = batch.map(({ row }) => row);
  await insertOrIgnore(tx, NotificationEntity, rows, ['deliveryKey']);
  const large = batch.filter(({ parts }) => parts.length > 0);
  const ids = large.map(({ row }) => row.id);
  const stored = await tx.find(NotificationEntity, { select: { id: true }, where: { id: In(ids) } });
  const isNew = new Set(stored.map(({ id }) => id));
  const parts = large
    .filter(({ row }) => isNew.has(row.id))
    .flatMap(({ row, parts: bodies }) =>
      bodies.map((body, index) => ({ notificationId: row.id, number: index + 1, body })),
    );
  if (parts.length > 0) await insertOrIgnore(tx, NotificationPartEntity, parts, ['notificationId', 'number']);
}

/** @throws NotificationRefused `unavailable` */
function refuse(error: unknown): never {
  throw new NotificationRefused('unavailable', error instanceof Error ? error.message : 'unknown error');
}

/**
 * The inbox before the acknowledgement. Notifications that arrive during a commit share the next one: without a timer, and
 * without extra delay under low load (design §6, 4).
 */
@Injectable()
export class Inbox {
  // Without a database, each commit alone would wait for a time-out, one after the other.
  private readonly commits = new SharedCommit<Waiting>({
    most: FLUSH_ROWS,
    weight: { most: FLUSH_BYTES, of: ({ bytes }) => bytes },
    isSeparable: isRefusedStatement,
    mayJoin: (waiting, underWay) => this.mayJoin(waiting, underWay),
    commit: (batch) => this.unstored.watch(this.insert(batch)),
  });
  private waitingBytes = 0;

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly schema: SchemaReadiness,
    private readonly workers: WorkerRegistry,
    private readonly own: OwnNotifications,
    private readonly unstored: UnstoredNotifications,
  ) {}

  /**
   * Makes sure that data is committed when {@link store} says so. On SQLite the statement would join a transaction that the
   * host has opened around the request, and might be rolled back after the acknowledgement. On other engines the inbox
   * commits on its own connection and makes no call meanwhile, so there such a host is safe.
   *
   * @throws NotificationRefused `unavailable` inside such a transaction
   */
  assertOwnTransaction(): void {
    if (joinsTransaction(this.dataSource)) throw new NotificationRefused('unavailable', messages.insideTransaction);
  }

  /**
   * Resolves when the notification's bytes are committed. The same request stored twice is one row.
   *
   * @throws NotificationRefused `unavailable` when they could not be committed
   */
  store(to: Addressee | string, notification: VerifiedNotification): Promise<void> {
    const { buffer, byteOffset, byteLength: bytes } = notification.body;
    if (!this.schema.isReady)
      return Promise.reject(new NotificationRefused('unavailable', messages.tablesStillMissing));
    if (this.commits.size >= MAX_WAITING || this.waitingBytes + bytes > MAX_WAITING_BYTES) {
      return Promise.reject(new NotificationRefused('unavailable', 'too many notifications wait for the database'));
    }
    const { head, parts } = splitBody(Buffer.from(buffer, byteOffset, bytes));
    const addressee = typeof to === 'string' ? { group: to, addressee: to } : to;
    // The spread comes last: V8 gives an object a separate hidden class for each property that is added after a spread.
    const row = { body: head, parts: parts.length, ...this.toRow(addressee, notification) };
    this.waitingBytes += bytes;
    return this.commits
      .add({ row, parts, bytes })
      .catch(refuse)
      .finally(() => (this.waitingBytes -= bytes));
  }

  /**
   * Whether a second commit may run beside a slow one: only when it is full. Otherwise both would just be smaller. SQLite
   * runs one at a time.
   */
  private mayJoin(waiting: number, underWay: number): boolean {
    const isFull = waiting >= FLUSH_ROWS && engineOf(this.dataSource) !== 'sqlite';
    return isFull && underWay < FLUSHES_AT_ONCE;
  }

  /** Rows are written in the order of their unique key, so that two replicas cannot deadlock. */
  private async insert(batch: readonly Waiting[]): Promise<void> {
    const unique = [...new Map(batch.map((waiting) => [waiting.row.deliveryKey, waiting])).values()];
    if (await this.write(unique)) this.workers.wake('inbox');
  }

  /** @returns whether there are rows to claim */
  private async write(unique: readonly Waiting[]): Promise<boolean> {
    const isLarge = unique.some(({ parts }) => parts.length > 0);
    if (!isLarge) return this.own.insert(unique.map(({ row }) => row));
    await this.transactions.run((tx) => insertWithParts(tx, unique));
    return true;
  }

  private toRow(
    { group, addressee }: Addressee,
    notification: VerifiedNotification,
  ): Omit<NotificationEntity, 'body' | 'parts'> {
    const now = this.clock.now();
    return {
      id: createId(this.clock),
      deliveryKey: deliveryKey({ group: addressee, timestamp: notification.timestamp, mac: notification.mac }),
      group,
      orderId: notification.orderId,
      signedAt: notification.signedAt,
      keyId: notification.keyId,
      receivedAt: now,
      state: 'pending',
      attempts: 0,
      dueAt: now,
      leaseToken: null,
      leaseUntil: null,
      lastError: null,
      doneAt: null,
      ...tracedNow(),
    };
  }
}
