import type { RefundRow } from './store.js';

const EQUAL_AMOUNT_MS = 300_000;
/** By how much longer than it must the module may keep equal amounts apart. */
const MARGIN_MS = 2_000;

/** Counts for how many refunds that the service refuses for good a lane pauses in a row, while a healthy one could go. */
export class PauseWatch {
  /** Those that were sent in the place of a healthy one. */
  readonly #inPlaceOfOthers = new Set<RefundRow>();
  #pauses = 0;

  constructor(private readonly rows: readonly RefundRow[]) {}

  /** What the lane has met is forgotten. */
  restart(): void {
    this.#pauses = 0;
    this.#inPlaceOfOthers.clear();
  }

  /** A refund is about to be written down as being sent. */
  written(row: RefundRow, now: number): void {
    this.#inPlaceOfOthers.delete(row);
    if (row.refusal === null) this.#pauses = 0;
    else if (this.rows.some((each) => this.#couldGo(each, now))) this.#inPlaceOfOthers.add(row);
  }

  /** The lane pauses, since the account seems to be refused. @returns what is wrong with it; null when nothing is */
  paused(row: RefundRow): string | null {
    if (!this.#inPlaceOfOthers.has(row)) return null;
    this.#pauses += 1;
    const refused = this.rows.filter(({ refusal }) => refusal !== null).length;
    return this.#pauses > refused ? `${row.tag}: pause ${this.#pauses} in a row, of ${refused} refused` : null;
  }

  #couldGo({ refusal, facts, order, amount }: RefundRow, now: number): boolean {
    if (refusal !== null || facts.state !== 'queued' || facts.notBefore > now) return false;
    return this.rows.every(({ facts: other, ...each }) => {
      if (each.order !== order) return true;
      if (other.state === 'sending' || other.state === 'unknown') return false;
      return each.amount !== amount || (other.arrivedBy ?? 0) + EQUAL_AMOUNT_MS + MARGIN_MS <= now;
    });
  }
}
