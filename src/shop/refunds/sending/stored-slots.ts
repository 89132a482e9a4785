import { In, type EntityManager } from 'typeorm';
import { createId, Stopwatch, type Clock } from '../../../support/index.js';
import type { TerminalGroup } from '../../core/index.js';
import { RefundEntity, RefundEvidenceEntity } from '../../refund-records/index.js';
import type { TakenSlot } from './refund-sender.js';
import type { SendSlot } from './send-slot.js';

/**
 * What the runs of one transaction have stored as being sent. When the answer of its COMMIT is lost, the next run finds the
 * refund being sent already. If that was stored by an earlier run, this process knows that nothing was sent: taken for another
 * process's refund, it would wait out the quiet time.
 */
export class StoredSlots {
  readonly #runs = new Map<string, Omit<TakenSlot, 'refund'>>();

  /** @param claimed - the refund as it was before its slot */
  constructor(private readonly claimed: RefundEntity) {}

  /** The id of the intent that this run stores, and the time since now. Whether it is committed is not known yet. */
  next(group: TerminalGroup, clock: Clock): { readonly id: string; readonly begun: Stopwatch } {
    const [id, begun] = [createId(clock), new Stopwatch()];
    this.#runs.set(id, { group, begun });
    return { id, begun };
  }

  /**
   * The slot of an earlier run that was committed; null where there is none, or anything changed the refund since. Its time
   * runs since that run.
   *
   * @param refund - the locked row as it is now
   */
  async committed(tx: EntityManager, refund: RefundEntity | null): Promise<TakenSlot | null> {
    // Each change of a refund raises its fence by one: this is the next after the claim, and its intent says by which run.
    const isNext = refund?.state === 'sending' && refund.fence === this.claimed.fence + 1;
    if (!isNext || this.#runs.size === 0) return null;
    const intents = await tx.findBy(RefundEvidenceEntity, { id: In([...this.#runs.keys()]), refundId: refund.id });
    const run = intents.map(({ id }) => this.#runs.get(id)).at(0);
    return run ? { ...run, refund } : null;
  }
}

/** A slot that is about to be stored, and what earlier runs have stored of it. */
export interface NextSlot extends SendSlot {
  readonly stored: StoredSlots;
}
