import { EngineError } from './engine-error.js';

/** Gives the gate back; only the first call has an effect. */
export type Leave = () => void;

const timeoutError = (waitMs: number): EngineError =>
  new EngineError({
    code: 'GATE_TIMEOUT',
    message: `Another transaction has kept the SQLite connection for more than ${waitMs} ms.`,
    advice:
      'Look for a transaction that is never committed, one that waits for a query made outside of it, or another process that has the file locked.',
  });

/** Admits one caller at a time, in the order of asking. */
export class FifoGate {
  private isHeld = false;
  private readonly waiting: Leave[] = [];

  /**
   * Waits until the caller is next.
   *
   * @param waitMs - longest wait, in milliseconds
   * @returns the function that gives the gate back
   * @throws {EngineError} `GATE_TIMEOUT`; the caller has then left the queue
   */
  async enter(waitMs: number): Promise<Leave> {
    if (this.isHeld) await this.waitInLine(waitMs);
    this.isHeld = true;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.admitNext();
    };
  }

  private waitInLine(waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(admit), 1);
        reject(timeoutError(waitMs));
      }, waitMs);
      this.waiting.push(admit);
    });
  }

  /** The gate stays held while it passes to the next caller, so that no other caller can enter before it. */
  private admitNext(): void {
    const admit = this.waiting.shift();
    if (admit) admit();
    else this.isHeld = false;
  }
}
