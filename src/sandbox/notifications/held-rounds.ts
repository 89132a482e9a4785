import type { Round } from './notification-rounds.js';

/** Rounds that wait to be overtaken (fault `reorder`): at most one for each notification, in the state when it was built. */
export class HeldRounds {
  readonly #rounds = new Map<string, Round>();

  /** Holds a round until it is taken. */
  hold(round: Round): void {
    this.#rounds.set(round.record.notification.id, round);
  }

  /** Takes the held round of a notification. */
  take(notificationId: string): Round | null {
    const round = this.#rounds.get(notificationId) ?? null;
    this.#rounds.delete(notificationId);
    return round;
  }

  /** Takes the held rounds about an order, oldest first. */
  takeAllOf(orderKey: string): Round[] {
    const rounds = [...this.#rounds.values()].filter(({ record }) => record.order.id === orderKey);
    for (const { record } of rounds) this.#rounds.delete(record.notification.id);
    return rounds;
  }
}
