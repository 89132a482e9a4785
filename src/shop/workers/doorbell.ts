import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { createId, messageOf, waitAtMost, type Clock } from '../../support/index.js';
import { CLOCK, messages, SETTINGS, ThrottledLogger, type TillbridgeSettings, type WakeBus } from '../core/index.js';
import { REST_MS } from './periodic-worker.js';

/** The longest rest of a process that listens on the bus, in milliseconds: after a lost word it finds the work by then. */
const REST_WITH_BUS_MS = 15_000;
/** Least time between two words of one topic, in milliseconds. */
const GAP_MS = 10;
/** Longest wait when it closes, in milliseconds. */
const PATIENCE_MS = 1_000;

/** Announces work to the other processes of a shop, and receives their announcements; without a bus it does nothing. */
@Injectable()
export class Doorbell {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Doorbell'));
  private readonly bus: WakeBus | undefined;
  /** The beginning of each word that this process sends: a process does not wake itself a second time. */
  private readonly own: string;
  /** Topics that were announced just now, and whether more has come since. */
  private readonly gaps = new Map<string, { again: boolean }>();
  private readonly underWay = new Set<Promise<void>>();
  private listens = false;
  private readonly closing = new AbortController();

  constructor(@Inject(SETTINGS) { wake }: TillbridgeSettings, @Inject(CLOCK) clock: Clock) {
    this.bus = wake.bus;
    this.own = createId(clock);
  }

  /** How long a loop may rest that other processes can wake, in milliseconds. */
  get restMs(): number {
    return this.bus?.isListening ? REST_WITH_BUS_MS : REST_MS;
  }

  /** Whether this process receives the words of others now; null where it should not, or where there is no bus. */
  get isListening(): boolean | null {
    return this.bus && this.listens && !this.closing.signal.aborted ? this.bus.isListening : null;
  }

  /** Announces a topic to the other processes: at once, and once more after the gap if there was more. */
  ring(topic: string): void {
    if (!this.bus || this.closing.signal.aborted) return;
    const gap = this.gaps.get(topic);
    if (gap) gap.again = true;
    else void this.tell(topic);
  }

  /**
   * Starts to receive the words of other processes; a second call changes nothing.
   *
   * @param missed - called when words may have been missed
   */
  async listen(receive: (topic: string) => void, missed: () => void): Promise<void> {
    if (this.listens) return;
    this.listens = true;
    const take = (word: string): void => {
      if (word === '') return missed();
      const [sender, topic] = word.split(' ');
      if (sender !== this.own && topic) receive(topic);
    };
    await this.attempt(() => this.bus?.listen(take));
  }

  /** Stops sending and receiving. Words that are being sent are finished if that does not take long. */
  async close(): Promise<void> {
    this.closing.abort();
    const ended = Promise.all(this.underWay).then(() => this.attempt(() => this.bus?.close()));
    await waitAtMost(ended, { ms: PATIENCE_MS, late: () => undefined });
  }

  /** The gap begins when the word has been sent: a bus that hangs gets one word of each topic. */
  private async tell(topic: string): Promise<void> {
    const gap = { again: false };
    this.gaps.set(topic, gap);
    const sending = this.attempt(() => this.bus?.ring(`${this.own} ${topic}`));
    this.underWay.add(sending);
    await sending;
    this.underWay.delete(sending);
    await pause(GAP_MS, undefined, { ref: false, signal: this.closing.signal }).catch(() => undefined);
    this.gaps.delete(topic);
    if (gap.again) this.ring(topic);
  }

  /** A host's bus may throw before it returns a promise, or return none. Neither may end the process. */
  private async attempt(action: () => Promise<void> | undefined): Promise<void> {
    try {
      await action();
    } catch (error) {
      const text = messageOf(error);
      this.logger.warn(messages.doorbellFailed(text), text);
    }
  }
}
