import { AsIs, May } from '../../../support/fields/field.decorators.js';

/**
 * Carries a word from each process of a shop to all of them, so that a worker hears at once of what another process has
 * stored. It may lose words, double them and let them come late: the database is the truth, and every process looks for
 * itself from time to time. {@link postgresWake} and {@link redisWake} make some.
 *
 * @example
 * ```ts
 * import { EventEmitter } from 'node:events';
 * import type { WakeBus } from 'tillbridge';
 *
 * // Between the modules of one process.
 * class LocalBus implements WakeBus {
 *   readonly isListening = true;
 *   private readonly words = new EventEmitter();
 *   async ring(word: string): Promise<void> {
 *     this.words.emit('word', word);
 *   }
 *   async listen(receive: (word: string) => void): Promise<void> {
 *     this.words.on('word', receive);
 *   }
 *   async close(): Promise<void> {
 *     this.words.removeAllListeners();
 *   }
 * }
 * ```
 */
export interface WakeBus {
  /** Whether a word that is sent now would be heard here. While it is not, this process looks every two seconds again. */
  readonly isListening: boolean;

  /**
   * Sends a word to every process that listens; this one may hear it, too.
   *
   * @param word - up to 100 ASCII characters
   * @throws whatever keeps it from being sent: it is logged, and not sent again
   */
  ring(word: string): Promise<void>;

  /**
   * From now on hears what is sent, and connects anew by itself as often as it has to. Called once.
   *
   * @param receive - takes each word; an empty one where others may have been missed, so when a connection is lost or is back
   * @returns once it hears, or has begun to try
   */
  listen(receive: (word: string) => void): Promise<void>;

  /** Hears and sends nothing more, and leaves no connection behind. */
  close(): Promise<void>;
}

const METHODS = ['ring', 'listen', 'close'];

const isWakeBus = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  METHODS.every((name) => typeof Reflect.get(value, name) === 'function');

/**
 * How the processes of a shop wake one another.
 *
 * @example
 * import { postgresWake, type WakeOptions } from 'tillbridge';
 * import { Client } from 'pg';
 *
 * const wake: WakeOptions = { bus: postgresWake({ client: () => new Client(process.env['DATABASE_URL']) }) };
 */
export class WakeOptions {
  /** Default: none; each process looks every two seconds for what others have stored. With one, every fifteen. */
  @AsIs()
  @May('be a WakeBus: an object with ring, listen and close', isWakeBus)
  bus?: WakeBus;
}
