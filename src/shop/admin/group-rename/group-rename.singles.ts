import type { EntityManager, EntityMetadata } from 'typeorm';
import { RefundLaneEntity } from '../../refund-records/index.js';

/** The old and the new name. */
interface Names {
  readonly from: string;
  readonly to: string;
}

/**
 * Moves a row of which each group has one. If the new name has one already, that one stays, because work has continued under
 * it, and the old one is deleted.
 *
 * @returns how many rows there were
 */
export async function moveSingle(tx: EntityManager, { target }: EntityMetadata, { from, to }: Names): Promise<number> {
  const isThere = await tx.existsBy(target, { group: from });
  if (!isThere) return 0;
  if (await tx.existsBy(target, { group: to })) await tx.delete(target, { group: from });
  else await tx.update(target, { group: from }, { group: to });
  return 1;
}

/** What a lane has learnt, and how long it waits. */
type LaneFacts = Pick<
  RefundLaneEntity,
  'nextSlotAt' | 'pausedUntil' | 'pauseReason' | 'pausedBy' | 'state' | 'guardScope' | 'tagsEchoed'
>;

/**
 * Of two lanes the stricter facts: the later slot, the longer pause, a person's stop, and what was learnt of the service.
 * Pure.
 */
export function strictest(old: LaneFacts, own: LaneFacts): LaneFacts {
  const longer = old.pausedUntil > own.pausedUntil ? old : own;
  const { state, pauseReason, pausedBy } = [old, own].find((lane) => lane.state === 'paused') ?? longer;
  return {
    nextSlotAt: Math.max(old.nextSlotAt, own.nextSlotAt),
    pausedUntil: longer.pausedUntil,
    pauseReason,
    pausedBy,
    state,
    guardScope: old.guardScope === 'group' ? old.guardScope : (own.guardScope ?? old.guardScope),
    tagsEchoed: own.tagsEchoed ?? old.tagsEchoed,
  };
}

/**
 * Moves the lane of refunds, or merges two lanes into one. Changes nothing where the old name has none.
 *
 * @returns how many lanes the old name had
 */
export async function mergeLane(tx: EntityManager, { from, to }: Names): Promise<number> {
  const [old, own] = [await laneOf(tx, from), await laneOf(tx, to)];
  if (!old) return 0;
  await tx.delete(RefundLaneEntity, { id: from });
  if (own) await tx.update(RefundLaneEntity, { id: to }, strictest(old, own));
  else await tx.insert(RefundLaneEntity, { ...old, id: to });
  return 1;
}

const laneOf = (tx: EntityManager, id: string): Promise<RefundLaneEntity | null> =>
  tx.findOneBy(RefundLaneEntity, { id });
