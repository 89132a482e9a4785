import { In, type EntityManager } from 'typeorm';
import { countUpTo, distinctValues } from '../../database/engine/index.js';
import { OutboxEntity } from '../effects/index.js';
import { NotificationEntity } from '../notifications/index.js';
import { PaymentOrderEntity } from '../orders/index.js';
import { PollEntity } from '../poll-schedule/index.js';
import { RefundEntity, type RefundState } from '../refund-records/index.js';

/** Counts stop here: it stands for "so many or more". */
const MOST = 10_000;
/** Refunds that still need work here; an accepted refund continues at the service. */
const OPEN_REFUNDS: readonly RefundState[] = ['queued', 'sending', 'unknown', 'manual'];

/** Open rows of a terminal group that no process has: they are not processed, and wait. */
export interface StrayGroup {
  readonly group: string;
  /** Unfinished attempts that are not polled. */
  readonly unfinished: number;
  /** Notifications that are not applied. */
  readonly notifications: number;
  /** Refunds that must be sent, or whose outcome is open. */
  readonly refunds: number;
  /** After-commit effects that were not run. */
  readonly effects: number;
}

/**
 * The terminal groups with open rows that no process knows. It costs a few reads by an index for each group that ever
 * existed, for any number of rows.
 *
 * @param known - names under which a process works
 */
export async function strayGroups(em: EntityManager, known: ReadonlySet<string>): Promise<StrayGroup[]> {
  const strays: StrayGroup[] = [];
  for (const group of await namesOfRows(em, (name) => known.has(name))) {
    const found = await openRows(em, group, MOST);
    if (hasAny(found)) strays.push(found);
  }
  return strays;
}

/** The names alone, without a second read of any row. @param isLeftOut - names that are skipped */
export async function strayNames(em: EntityManager, isLeftOut: (name: string) => boolean): Promise<string[]> {
  const names: string[] = [];
  for (const name of await namesOfRows(em, isLeftOut)) if (hasAny(await openRows(em, name, 1))) names.push(name);
  return names;
}

async function namesOfRows(em: EntityManager, isLeftOut: (name: string) => boolean): Promise<string[]> {
  const orders = await distinctValues(em, PaymentOrderEntity, 'group');
  const notifications = await distinctValues(em, NotificationEntity, 'group');
  return [...new Set([...orders, ...notifications])].filter((name) => !isLeftOut(name)).sort();
}

const hasAny = ({ unfinished, notifications, refunds, effects }: StrayGroup): boolean =>
  unfinished + notifications + refunds + effects > 0;

async function openRows(em: EntityManager, group: string, most: number): Promise<StrayGroup> {
  const waiting = { group, state: 'pending' as const };
  return {
    group,
    unfinished: await countUpTo(em, PollEntity, waiting, most),
    notifications: await countUpTo(em, NotificationEntity, waiting, most),
    refunds: await countUpTo(em, RefundEntity, { group, state: In([...OPEN_REFUNDS]) }, most),
    effects: await countUpTo(em, OutboxEntity, waiting, most),
  };
}

/** As text for a line of a log: `web: 3 unfinished, 1 refund`. */
export function openRowsText({ group, unfinished, notifications, refunds, effects }: StrayGroup): string {
  const parts = [
    [unfinished, 'unfinished attempt(s)'],
    [notifications, 'notification(s)'],
    [refunds, 'refund(s)'],
    [effects, 'effect(s)'],
  ] as const;
  const counts = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `${group} (${counts.join(', ')})`;
}
