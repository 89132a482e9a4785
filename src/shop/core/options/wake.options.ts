import { AsIs, May } from '../../../support/fields/field.decorators.js';

/**
 * Carries a word from each process of a shop to all of them, so that a worker knows at once what another process has stored.
 * It may lose words, double them and deliver them late: the database is the truth, and every process reads it from time to
 * time anyway. {@link postgresWake} and {@link redisWake} make one.
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
  /**
   * Whether a word that is sent now would be received here. While it would not, this process reads the database every two
   * seconds.
   */
  readonly isListening: boolean;

  /**
   * Sends a word to every process that listens; this process may receive it, too.
   *
   * @param word - up to 100 ASCII characters
   * @throws the error that kept the word from being sent: it is logged, and the word is not sent again
   */
  ring(word: string): Promise<void>;

  /**
   * Starts to receive words, and connects anew by itself as often as needed. Called once.
   *
   * @param receive - called with each word; with an empty one where words may have been missed: a connection is lost or is
   *   back
   * @returns once it receives words, or has begun to try
   */
  listen(receive: (word: string) => void): Promise<void>;

  /** Stops receiving and sending, and closes all connections. */
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
  /** Default: none; each process reads every two seconds what others have stored. With a bus, every fifteen. */
  @AsIs()
  @May('be a WakeBus: an object with ring, listen and close', isWakeBus)
  bus?: WakeBus;
}
