import type { Agenda } from '../engine/agenda.js';
import { DatabaseTrouble, type Host } from '../engine/host.js';
import type { Random } from '../../support/random.js';
import type { FaultLimits } from './fault-plan.js';
import type { Journal } from './journal.js';
import type { BookedRefund, Ledger, ShownRefund } from './ledger.js';
import type { Reads } from './reads.js';
import type { Store } from './store.js';

const DAY = 86_400_000;
const RESEND_MS = 900_000;
const RESENDS = 3;

/** The service's own doings: it pays out at midnight, or declines, and notifies of every change. */
export class Notifier {
  constructor(
    private readonly parts: {
      readonly agenda: Agenda;
      readonly random: Random;
      readonly faults: FaultLimits;
      readonly journal: Journal;
      readonly ledger: Ledger;
      readonly store: Store;
      readonly reads: Reads;
      readonly hosts: readonly Host[];
    },
  ) {}

  /** A refund was booked: reserved until midnight. */
  booked(booked: BookedRefund): void {
    const { agenda, random, faults } = this.parts;
    this.changed(booked.order);
    const midnight = (Math.floor(agenda.now / DAY) + 1) * DAY;
    agenda.at(midnight, () => this.end(booked, random.chance(faults.declined) ? 'declined' : 'completed'));
  }

  /** A reserved refund ends. */
  end(booked: BookedRefund, status: 'completed' | 'declined' | 'void'): void {
    const { agenda, journal } = this.parts;
    if (booked.end !== null) return;
    booked.end = { status, at: agenda.now };
    if (status === 'declined') journal.count('declined');
    journal.note(agenda.now, () => `${booked.id}: ${status}`);
    this.changed(booked.order);
  }

  /** Notifies of an order as it is now: once or more often, soon or late, or never. */
  changed(order: number): void {
    const { agenda, random, faults, journal, ledger } = this.parts;
    const shown = ledger.shown(order, agenda.now);
    const isRepeated = random.chance(faults.notificationRepeated);
    if (isRepeated) journal.count('notification repeated');
    for (let copy = isRepeated ? random.between(2, 4) : 1; copy > 0; copy -= 1) {
      if (random.chance(faults.notificationLost)) {
        journal.count('notification lost');
        continue;
      }
      const isLate = random.chance(faults.notificationLate);
      if (isLate) journal.count('notification late');
      const delay = random.between(50, isLate ? faults.notificationLateMs : 2_000);
      agenda.at(agenda.now + delay, () => this.#deliver(order, shown, RESENDS));
    }
  }

  /** Sent again when no replica takes it. */
  #deliver(order: number, shown: readonly ShownRefund[], left: number): void {
    const { agenda, hosts, random } = this.parts;
    const isTaken = random.pick(hosts).isUp && this.#take(order, shown);
    if (!isTaken && left > 0) agenda.at(agenda.now + RESEND_MS, () => this.#deliver(order, shown, left - 1));
  }

  #take(order: number, shown: readonly ShownRefund[]): boolean {
    const { store } = this.parts;
    try {
      store.run(() => this.#report(order, shown));
      return true;
    } catch (error) {
      if (error instanceof DatabaseTrouble) return false;
      throw error;
    }
  }

  #report(order: number, shown: readonly ShownRefund[]): void {
    const { agenda, store, reads } = this.parts;
    for (const { row, shown: seen } of reads.reported(order, shown, agenda.now)) {
      const { booked, status } = seen;
      store.change(row, row, { type: 'reported', status, serviceRefundId: booked.id, at: agenda.now }, agenda.now);
    }
  }
}
