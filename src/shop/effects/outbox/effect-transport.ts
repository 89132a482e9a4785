/** An effect as it is handed over: names and ids, without customer data. */
export interface HandedEffect {
  /** Id of the effect; stable over all attempts. {@link TillbridgeEffects.run} takes it. */
  readonly id: string;
  /** The handler's name. */
  readonly effect: string;
  /** Name of the terminal group. */
  readonly group: string;
  readonly orderId: string;
  /** How often it was tried before. */
  readonly attempts: number;
}

/**
 * Carries effects to the processes that run them, such as the queues of a fleet; there {@link TillbridgeEffects.run} is
 * called with the id. It may lose effects, double them and deliver them late: the database is the truth, and an effect that
 * was not begun within a minute is handed over again.
 *
 * @example
 * ```ts
 * import { Injectable, type OnModuleInit } from '@nestjs/common';
 * import { TillbridgeEffects, type EffectTransport, type HandedEffect } from 'tillbridge';
 *
 * // Lets one process at a time run at most ten invoices; every other effect is run as ever.
 * @Injectable()
 * class InvoiceLine implements EffectTransport, OnModuleInit {
 *   private readonly waiting: string[] = [];
 *   constructor(private readonly effects: TillbridgeEffects) {}
 *   onModuleInit(): void {
 *     this.effects.handTo(this);
 *   }
 *   queueOf(effect: string): string | null {
 *     return effect === 'Invoices.send' ? 'invoices' : null;
 *   }
 *   async backlog(): Promise<number> {
 *     return this.waiting.length;
 *   }
 *   async hand(_queue: string, effects: readonly HandedEffect[]): Promise<void> {
 *     this.waiting.push(...effects.map(({ id }) => id));
 *   }
 *   async runNext(): Promise<void> {
 *     const id = this.waiting.shift();
 *     if (id !== undefined) await this.effects.run(id);
 *   }
 * }
 * ```
 */
export interface EffectTransport {
  /** The queue of an effect, by its handler's name; null: it is not handed over, and the module runs it itself. */
  queueOf(effect: string): string | null;

  /**
   * How many effects wait in a queue. No more are handed over while it is full.
   *
   * @throws an error when the number cannot be read: the module then runs the effects itself for a while
   */
  backlog(queue: string): Promise<number>;

  /**
   * Puts effects into a queue. An effect that still waits there may be handed over again, and must not stay there twice for
   * long.
   *
   * @throws an error when they cannot be put there: the module then runs them itself
   */
  hand(queue: string, effects: readonly HandedEffect[]): Promise<void>;
}

/** How {@link TillbridgeEffects.run} ended: the effect succeeded, failed, or there was nothing to run. */
export type EffectRun =
  | { readonly outcome: 'done' }
  /** It is tried again later, or has failed too often; `error` contains no key. */
  | { readonly outcome: 'failed'; readonly error: string }
  /** It has ended, runs in another process, or must wait for an earlier one. */
  | { readonly outcome: 'not-due' };
