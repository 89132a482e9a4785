import type { Round } from './notification-rounds.js';

/** Rounds that wait to be overtaken (fault `reorder`): at most one for each notification, as it was when it was built. */
export class HeldRounds {
  readonly #rounds = new Map<string, Round>();

  /** Keeps a round until someone takes it. */
  hold(round: Round): void {
    this.#rounds.set(round.record.notification.id, round);
  }

  /** The held round of a notification, which is then held no longer. */
  take(notificationId: string): Round | null {
    const round = this.#rounds.get(notificationId) ?? null;
    this.#rounds.delete(notificationId);
    return round;
  }

  /** The held rounds about an order, oldest first, which are then held no longer. */
  takeAllOf(orderKey: string): Round[] {
    const rounds = [...this.#rounds.values()].filter(({ record }) => record.order.id === orderKey);
    for (const { record } of rounds) this.#rounds.delete(record.notification.id);
    return rounds;
  }
}
