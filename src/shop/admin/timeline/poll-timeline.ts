import { In, MoreThan, type EntityManager } from 'typeorm';
import { asWritten, maskPersonal } from '../../../support/index.js';
import { handlerIn } from '../../core/index.js';
import { PollEntity } from '../../poll-schedule/index.js';
import type { TimelineEntry } from './timeline.types.js';

/** A poll that fails leaves no observation until a person is alerted, and that one does not say why. */
const toEntries = ({ serviceOrderId, state, attempts, polledAt, lastError, reason }: PollEntity): TimelineEntry[] => {
  if (lastError === null || state === 'done') return [];
  const again = state === 'pending' ? ', and is tried again' : '';
  const text = `Reading it failed${again}: ${maskPersonal(lastError)}`;
  const details = { source: 'poll', serviceOrderId, status: null, decision: 'failed', reason, attempts };
  const failure = { error: lastError, handler: handlerIn(lastError) };
  return [{ at: polledAt, kind: 'observation', text, details: { ...details, ...failure } }];
};

/** What polls of attempts fail for, since they were read last. */
export async function pollEntries(
  manager: EntityManager,
  { group, serviceOrderIds }: { group: string; serviceOrderIds: readonly string[] },
): Promise<TimelineEntry[]> {
  const where = { group, serviceOrderId: In([...serviceOrderIds]), attempts: MoreThan(0) };
  return asWritten(await manager.find(PollEntity, { where })).flatMap(toEntries);
}
