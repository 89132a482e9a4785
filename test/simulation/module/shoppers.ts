import type { ServiceOrder } from './service-order.js';
import { isPaid } from './service.js';
import { strikes, type Setting } from './setting.js';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** What becomes of payment pages at the service: paid, declined, left, cancelled, too late, taken back by the bank. */
export class Shoppers {
  constructor(
    private readonly setting: Setting,
    /** Told once the money is there. */
    private readonly onPaid: (order: ServiceOrder) => void,
  ) {}

  /** Someone comes to a page. */
  visit(order: ServiceOrder): void {
    const { random, agenda } = this.setting;
    this.#at(order.expiresAt - agenda.now, () => this.#move(order, 'expired'));
    const way = random.next();
    const comesAfter = this.#sometime(5 * SECOND, random.chance(0.3) ? order.expiresAt - order.createdAt : 30 * MINUTE);
    if (way < 0.55) this.#at(comesAfter, () => this.#pay(order));
    else if (way < 0.75) this.#at(comesAfter, () => this.#cancel(order));
    else if (random.chance(0.3)) this.#late(order, order.expiresAt);
    if (strikes(this.setting, 'cancelled by the shop', this.setting.faults.cancelledByShop)) {
      this.#at(this.#sometime(MINUTE, 2 * HOUR), () => this.#cancel(order));
    }
  }

  #pay(order: ServiceOrder): void {
    const { random } = this.setting;
    const way = random.next();
    if (way < 0.7) return this.#paid(order);
    if (way < 0.85) {
      this.#move(order, 'uncleared');
      return this.#at(this.#sometime(MINUTE, 2 * DAY), () => {
        if (random.chance(0.7)) this.#move(order, 'accepted');
        else this.#move(order, 'rejected');
      });
    }
    this.#move(order, 'declined');
    if (random.chance(0.6)) this.#at(this.#sometime(SECOND, 5 * MINUTE), () => this.#paid(order));
  }

  #cancel(order: ServiceOrder): void {
    this.#move(order, 'cancelled');
    if (this.setting.random.chance(0.4)) this.#late(order, this.setting.agenda.now);
  }

  /** Money comes although the page is closed. */
  #late(order: ServiceOrder, after: number): void {
    const { agenda } = this.setting;
    this.#at(after - agenda.now + this.#sometime(SECOND, 20 * HOUR), () => this.#paid(order));
  }

  #paid(order: ServiceOrder): void {
    const { random, faults } = this.setting;
    const isOther = order.paidAt === null && strikes(this.setting, 'other amount', faults.otherAmount);
    if (isOther) order.amount += random.pick([-1, 1, 100]);
    this.#move(order, 'paid');
    if (!order.isReservedFirst) return;
    const isReleased = random.chance(0.3);
    this.#at(this.#sometime(MINUTE, DAY), () => {
      if (this.setting.service.capture(order, isReleased, this.setting.agenda.now)) this.#follow(order);
    });
  }

  #move(order: ServiceOrder, outcome: Parameters<Setting['service']['move']>[1]): void {
    const { agenda, service } = this.setting;
    const wasPaid = order.paidAt !== null;
    if (service.move(order, outcome, 'library', agenda.now) && !wasPaid) this.#follow(order);
  }

  /** What follows upon a payment. */
  #follow(order: ServiceOrder): void {
    const { faults, random } = this.setting;
    if (order.paidAt === null || !isPaid(order)) return;
    this.onPaid(order);
    if (random.chance(0.2)) this.#at(this.#sometime(MINUTE, DAY), () => this.#move(order, 'shipped'));
    if (strikes(this.setting, 'partly charged back', faults.partlyChargedBack)) {
      this.#at(this.#sometime(MINUTE, DAY), () => this.#takePart(order));
    }
    if (!strikes(this.setting, 'charged back', faults.chargedBack)) return;
    this.#at(this.#sometime(MINUTE, 4 * DAY), () => this.#move(order, 'chargedback'));
    if (random.chance(0.3)) this.#at(this.#sometime(4 * DAY, 6 * DAY), () => this.#move(order, 'reversed'));
  }

  #takePart(order: ServiceOrder): void {
    const { service, agenda, random } = this.setting;
    service.takePartBack(order, random.pick([300, 500]), agenda.now);
  }

  #at(inMs: number, act: () => void): void {
    const { agenda } = this.setting;
    agenda.at(agenda.now + inMs, act);
  }

  /** Small delays are as likely as long ones. */
  #sometime(least: number, most: number): number {
    return Math.floor(least * (Math.max(most, least) / least) ** this.setting.random.next());
  }
}
