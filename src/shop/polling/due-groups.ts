import { Between, In, LessThanOrEqual, type FindOptionsWhere } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import type { TerminalGroup } from '../core/index.js';
import { PollEntity } from '../poll-schedule/index.js';

/** A transaction that wrote a time down is committed this long after it at the latest, in milliseconds. */
const COMMITTED_WITHIN_MS = 60_000;
/** Names in one statement. */
const CHUNK = 500;

/**
 * Which terminal groups have polls that are due: one statement for hundreds of groups, as each process asks every other second.
 * Groups whose polls are under way are not asked about, so that it finds few rows.
 */
export class DueGroups {
  /** By group with a schedule, until when no read that was asked for had fallen due, epoch milliseconds. */
  private readonly seenUntil = new Map<string, number>();
  private askedAt = 0;

  constructor(private readonly transactions: Transactions) {}

  /** Those of which any poll is due. @param now - epoch milliseconds */
  ofAll(groups: readonly TerminalGroup[], now: number): Promise<ReadonlySet<string>> {
    return this.withRows(groups, { dueAt: LessThanOrEqual(now) });
  }

  /**
   * Those of which a read has fallen due that somebody asked for, here or in another process: a contradiction, or a paid order
   * that does not look it, must not wait for a job that comes once an hour. Only what fell due since the last time counts,
   * and a little of what was before: it may have been committed late.
   */
  async ofReads(groups: readonly TerminalGroup[], now: number): Promise<ReadonlySet<string>> {
    // Those of which nothing was due the last time share a time, and so a statement.
    const isShared = ({ name }: TerminalGroup): boolean => this.seenUntil.get(name) === this.askedAt;
    const batches = [groups.filter(isShared), ...groups.filter((each) => !isShared(each)).map((each) => [each])];
    const due = new Set<string>();
    for (const batch of batches) {
      // A clock that was put back must not hide what falls due by it.
      const from = Math.min(now, this.seenUntil.get(batch[0]?.name ?? '') ?? 0) - COMMITTED_WITHIN_MS;
      for (const name of await this.withRows(batch, { dueAt: Between(from, now) }, 'p.askedAt > p.polledAt'))
        due.add(name);
    }
    for (const { name } of groups) if (!due.has(name)) this.seenUntil.set(name, now);
    this.askedAt = now;
    return due;
  }

  private async withRows(
    groups: readonly TerminalGroup[],
    where: FindOptionsWhere<PollEntity>,
    also = '1 = 1',
  ): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (let start = 0; start < groups.length; start += CHUNK) {
      const names = groups.slice(start, start + CHUNK).map(({ name }) => name);
      const rows = await this.transactions.read((em) =>
        em
          .createQueryBuilder(PollEntity, 'p')
          .select('p.group', 'name')
          .distinct(true)
          .where({ ...where, group: In(names), state: 'pending' })
          .andWhere(also)
          .getRawMany<{ name: string }>(),
      );
      for (const { name } of rows) found.add(name);
    }
    return found;
  }
}
