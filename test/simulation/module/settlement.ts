import type { BookedRefund } from '../refunds/ledger.js';
import { strikes, type Setting } from './setting.js';

const DAY = 86_400_000;

/** What the service does with refunds: reserved until midnight, then paid out or declined. */
export class Settlement {
  constructor(private readonly setting: Setting) {}

  /** A refund was booked. */
  booked(booked: BookedRefund): void {
    const { agenda, service, faults } = this.setting;
    service.refundChanged(booked.order, agenda.now);
    const midnight = (Math.floor(agenda.now / DAY) + 1) * DAY;
    const end = (): void =>
      this.end(booked, strikes(this.setting, 'declined', faults.declined) ? 'declined' : 'completed');
    agenda.at(midnight, end);
  }

  /** A reserved refund ends. */
  end(booked: BookedRefund, status: 'completed' | 'declined' | 'void'): void {
    const { agenda, service, journal } = this.setting;
    if (booked.end !== null) return;
    booked.end = { status, at: agenda.now };
    journal.note(agenda.now, () => `${booked.id}: ${status}`);
    service.refundChanged(booked.order, agenda.now);
  }
}
