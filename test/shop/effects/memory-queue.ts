import type { EffectTransport, HandedEffect } from 'tillbridge';

/** A queue in memory that is full, away or silent as a test says. */
export class MemoryQueue implements EffectTransport {
  waiting = 0;
  isAway = false;
  isSilent = false;
  handed: HandedEffect[] = [];

  queueOf(effect: string): string | null {
    return effect === 'Printer.print' ? 'prints' : null;
  }

  backlog(): Promise<number> {
    return this.isSilent ? new Promise(() => undefined) : Promise.resolve(this.waiting);
  }

  hand(_queue: string, effects: readonly HandedEffect[]): Promise<void> {
    if (this.isAway) return Promise.reject(new Error('the queue is not there'));
    this.handed.push(...effects);
    return Promise.resolve();
  }
}
