/** What is handed over of an effect: names and ids, and nothing of the customer. */
export interface HandedEffect {
  /** Of the effect; stable over all attempts, and what {@link TillbridgeEffects.run} takes. */
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
 * Carries effects to whoever runs them, such as the queues of a fleet; there {@link TillbridgeEffects.run} is called with
 * the id. It may lose effects, double them and bring them late: the database is the truth, and one that was not begun
 * within a minute is handed over again.
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
  /** Which queue an effect goes to, by its handler's name; null: it is not handed over, the module runs it itself. */
  queueOf(effect: string): string | null;

  /**
   * How many effects wait in a queue. No more are handed over while it is full.
   *
   * @throws whatever keeps it from being known: effects are then run by the module itself for a while
   */
  backlog(queue: string): Promise<number>;

  /**
   * Puts effects into a queue. One that still waits there may be handed over again, and must not stand there twice for long.
   *
   * @throws whatever keeps them from being put there: they are then run by the module itself
   */
  hand(queue: string, effects: readonly HandedEffect[]): Promise<void>;
}

/** How {@link TillbridgeEffects.run} ended: it ran well, it failed, or there was nothing to run. */
export type EffectRun =
  | { readonly outcome: 'done' }
  /** It is tried again later, or given up; `error` is without any key. */
  | { readonly outcome: 'failed'; readonly error: string }
  /** It is over, under way elsewhere, or has to wait for an earlier one. */
  | { readonly outcome: 'not-due' };
