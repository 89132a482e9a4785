import type { Activity, Host, Round } from '../engine/host.js';
import type { WorkerParts } from './lane-round.js';
import type { Reads } from './reads.js';
import type { RefundRow } from './store.js';
import type { OrderRead } from './wire.js';

const LEASE_MS = 30_000;

/** When there is something to find out about a refund; `Infinity`: never. */
function dueAt({ facts, leaseUntil, readUntil }: RefundRow): number {
  if (facts.state === 'sending') return leaseUntil;
  return facts.nextReadAt === null ? Infinity : Math.max(facts.nextReadAt, readUntil);
}

/** Finds what was left lying, and reads the orders of refunds that are not certain. */
export class WatchRound implements Round {
  constructor(private readonly parts: WorkerParts & { readonly reads: Reads }) {}

  due(): number {
    let first = Infinity;
    for (const row of this.parts.store.rows) first = Math.min(first, dueAt(row));
    return first;
  }

  *step(_host: Host): Activity {
    const { agenda, store, wire } = this.parts;
    const { now } = agenda;
    const row = store.run(() => this.#take(now));
    if (row === null) return;
    const read = yield* wire.read(row.order);
    store.run(() => this.#conclude(row, read));
  }

  #take(now: number): RefundRow | null {
    const { store } = this.parts;
    const row = store.rows.find((each) => dueAt(each) <= now);
    if (!row) return null;
    if (row.facts.state === 'sending') {
      store.change(row, row, { type: 'lost' }, now);
      return null;
    }
    row.readUntil = now + LEASE_MS;
    return row;
  }

  #conclude(row: RefundRow, { startedAt, shown }: OrderRead): void {
    const { agenda, store, monitor, reads } = this.parts;
    row.readUntil = 0;
    if (shown !== null) {
      const showsIt = shown.some(({ booked }) => booked.tag === row.tag);
      monitor.read(row, startedAt, showsIt);
    }
    const evidence = reads.evidence(row, shown, agenda.now);
    store.change(row, row, { type: 'read', startedAt, evidence }, agenda.now);
    store.touch();
  }
}
