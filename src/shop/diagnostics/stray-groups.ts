import { In, type EntityManager, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { countUpTo } from '../../database/engine/index.js';
import { OutboxEntity } from '../effects/index.js';
import { NotificationEntity } from '../notifications/index.js';
import { PaymentOrderEntity } from '../orders/index.js';
import { PollEntity } from '../poll-schedule/index.js';
import { RefundEntity, type RefundState } from '../refund-records/index.js';

/** Counts stop here: it stands for "so many or more". */
const MOST = 10_000;
/** Refunds about which someone has yet to do something; what is accepted goes on at the service. */
const OPEN_REFUNDS: readonly RefundState[] = ['queued', 'sending', 'unknown', 'manual'];

/** Open rows of a terminal group that no options have: no one works on them, and they wait. */
export interface StrayGroup {
  readonly group: string;
  /** Attempts whose end is not known and that no one looks at. */
  readonly unfinished: number;
  /** Notifications that are not applied. */
  readonly notifications: number;
  /** Refunds that are to be sent or whose fate is open. */
  readonly refunds: number;
  /** After-commit effects that were not run. */
  readonly effects: number;
}

/**
 * The terminal groups that have open rows and that no one has in the options. Costs a few reads by an index for each
 * group there ever was, whatever number of rows there are.
 *
 * @param known - names that someone works under
 */
export async function strayGroups(em: EntityManager, known: ReadonlySet<string>): Promise<StrayGroup[]> {
  const names = new Set([...(await namesIn(em, PaymentOrderEntity)), ...(await namesIn(em, NotificationEntity))]);
  const strays: StrayGroup[] = [];
  for (const group of [...names].filter((name) => !known.has(name)).sort()) {
    const found = await openRows(em, group);
    if (found.unfinished + found.notifications + found.refunds + found.effects > 0) strays.push(found);
  }
  return strays;
}

async function openRows(em: EntityManager, group: string): Promise<StrayGroup> {
  const waiting = { group, state: 'pending' as const };
  return {
    group,
    unfinished: await countUpTo(em, PollEntity, waiting, MOST),
    notifications: await countUpTo(em, NotificationEntity, waiting, MOST),
    refunds: await countUpTo(em, RefundEntity, { group, state: In([...OPEN_REFUNDS]) }, MOST),
    effects: await countUpTo(em, OutboxEntity, waiting, MOST),
  };
}

/** Each name once: from one to the next by the index, as not every engine can by itself. */
async function namesIn(em: EntityManager, entity: EntityTarget<ObjectLiteral & { group: string }>): Promise<string[]> {
  const names: string[] = [];
  for (let last = ''; ;) {
    const [row]: { name: string }[] = await em
      .createQueryBuilder(entity, 'r')
      .select('r.group', 'name')
      .where('r.group > :last', { last })
      .orderBy('r.group', 'ASC')
      .limit(1)
      .getRawMany();
    if (!row) return names;
    last = row.name;
    names.push(last);
  }
}

/** In words, for a line of a log: `web: 3 unfinished, 1 refund`. */
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
