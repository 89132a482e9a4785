import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { createId, messageOf, waitAtMost, type Clock } from '../../support/index.js';
import { CLOCK, messages, SETTINGS, ThrottledLogger, type TillbridgeSettings, type WakeBus } from '../core/index.js';
import { REST_MS } from './periodic-worker.js';

/** The longest rest of a process that hears the others, in milliseconds: so late it notices what a lost word was about. */
const REST_WITH_BUS_MS = 15_000;
/** One kind of work is told of so often at most, in milliseconds. */
const GAP_MS = 10;
/** Longest wait at the end, in milliseconds. */
const PATIENCE_MS = 1_000;

/** Tells the other processes of a shop that there is work, and hears it from them; where there is no bus it does neither. */
@Injectable()
export class Doorbell {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Doorbell'));
  private readonly bus: WakeBus | undefined;
  /** What this process sends begins with it: nobody has to wake itself a second time. */
  private readonly own: string;
  /** By topic that others were told of just now, whether there has been more since. */
  private readonly gaps = new Map<string, { again: boolean }>();
  private readonly underWay = new Set<Promise<void>>();
  private listens = false;
  private readonly closing = new AbortController();

  constructor(@Inject(SETTINGS) { wake }: TillbridgeSettings, @Inject(CLOCK) clock: Clock) {
    this.bus = wake.bus;
    this.own = createId(clock);
  }

  /** How long a loop may rest that others can wake, in milliseconds. */
  get restMs(): number {
    return this.bus?.isListening ? REST_WITH_BUS_MS : REST_MS;
  }

  /** Whether this process hears the others now; null where it is not to, or where there is no bus. */
  get isListening(): boolean | null {
    return this.bus && this.listens && !this.closing.signal.aborted ? this.bus.isListening : null;
  }

  /** Tells the other processes: at once, and then once more when the gap is over if there was more. */
  ring(topic: string): void {
    if (!this.bus || this.closing.signal.aborted) return;
    const gap = this.gaps.get(topic);
    if (gap) gap.again = true;
    else void this.tell(topic);
  }

  /**
   * Hears the other processes from now on; a second call changes nothing.
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

  /** Neither tells nor hears anything more; what is being told is told, if that does not take long. */
  async close(): Promise<void> {
    this.closing.abort();
    const ended = Promise.all(this.underWay).then(() => this.attempt(() => this.bus?.close()));
    await waitAtMost(ended, { ms: PATIENCE_MS, late: () => undefined });
  }

  /** The gap begins when the word has left: a bus that hangs is given one of each topic. */
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

  /** A bus is the host's: one that throws before it gives a promise, or gives none, must not end the process. */
  private async attempt(action: () => Promise<void> | undefined): Promise<void> {
    try {
      await action();
    } catch (error) {
      const text = messageOf(error);
      this.logger.warn(messages.doorbellFailed(text), text);
    }
  }
}
