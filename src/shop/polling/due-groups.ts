import { Between, In, LessThanOrEqual, type FindOptionsWhere } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import type { TerminalGroup } from '../core/index.js';
import { PollEntity } from '../poll-schedule/index.js';

/** A transaction that stores a time is committed this long after that time at the latest, in milliseconds. */
const COMMITTED_WITHIN_MS = 60_000;
/** Names in one statement. */
const CHUNK = 500;

/**
 * Which terminal groups have polls that are due: one statement for hundreds of groups, as each process asks every other
 * second. It leaves out groups whose polls are in progress, so that it finds few rows.
 */
export class DueGroups {
  /** For each group with a schedule: the time until which no requested read was due, epoch milliseconds. */
  private readonly seenUntil = new Map<string, number>();
  private askedAt = 0;

  constructor(private readonly transactions: Transactions) {}

  /** Groups with a poll that is due. @param now - epoch milliseconds */
  ofAll(groups: readonly TerminalGroup[], now: number): Promise<ReadonlySet<string>> {
    return this.withRows(groups, { dueAt: LessThanOrEqual(now) });
  }

  /**
   * Groups with a requested read that is due, requested by this or another process: after a contradiction, or for a paid
   * order whose answers still contradict it, a read must not wait for an hourly job. Only reads that fell due since the last
   * call count, and a little before: they may have been committed late.
   */
  async ofReads(groups: readonly TerminalGroup[], now: number): Promise<ReadonlySet<string>> {
    // Groups without a due read at the last call share a time, and so share a statement.
    const isShared = ({ name }: TerminalGroup): boolean => this.seenUntil.get(name) === this.askedAt;
    const batches = [groups.filter(isShared), ...groups.filter((each) => !isShared(each)).map((each) => [each])];
    const due = new Set<string>();
    for (const batch of batches) {
      // A clock that was put back must not hide reads that fall due by it.
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
