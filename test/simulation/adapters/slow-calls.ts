import type { ServiceRequest } from '../../../src/protocol/index.js';
import type { ClientTransport } from '../../../src/shop/client/index.js';
import type { ManualClock } from '../../../src/testing/index.js';
import { Random } from '../../support/random.js';
import type { FaultPlan } from './fault-plan.js';
import { tagOf, type Sendings } from './sendings.js';
import type { Timetable } from './timetable.js';
import type { Wire } from './wire.js';

type Send = ClientTransport['send'];
type Transmission = Awaited<ReturnType<Send>>;

/** One call on its way, and how it goes on. */
interface Call {
  readonly request: ServiceRequest;
  readonly send: () => Promise<Transmission>;
}

/** How often calls are slow: of all calls, and of those that change something; how often answers have no time. */
export type SlowChances = Pick<FaultPlan, 'slow' | 'tooLate' | 'untimed'>;

/** An answer that is held back. */
interface HeldAnswer {
  /** Resolves when it is there and no one has it yet. */
  readonly isHeld: Promise<unknown>;
  /** Lets it go. No other one is held back from now on. */
  release(): void;
}

const NEVER: SlowChances = { slow: 0, tooLate: 0, untimed: 0 };

/** How a call that takes its time shows. */
export type Slowness =
  | 'answer too late'
  | 'request too late'
  | 'answer overtaken'
  | 'request overtaken'
  | 'answer slow'
  | 'answer waited for'
  | 'answer without a time';

/** How the story tells of a call that takes its time. */
export const IN_WORDS: Readonly<Record<Slowness, string>> = {
  'answer too late': 'the service answers when the shop has given up',
  'request too late': 'a request that the shop has given up arrives, and is carried out',
  'answer overtaken': 'a later call is answered first',
  'request overtaken': 'a later call arrives first',
  'answer slow': 'the answer takes its time',
  'answer waited for': 'the answer is waited for, while others go on',
  'answer without a time': 'the answer does not say when the order was changed',
};
/** As the module describes a call whose time limit has passed. */
const TIMED_OUT: Transmission = {
  ok: false,
  broken: {
    phase: 'response-status',
    httpStatus: null,
    reason: 'timeout',
    code: 'ERR_CANCELED',
    isStaleConnection: false,
  },
};
const SECOND = 1_000;
/** A request arrives within fifteen minutes after it was sent: that is what is assumed of the service. */
const LATEST_MS = 14.9 * 60 * SECOND;
const LATE_MS = [SECOND, 20 * SECOND, 90 * SECOND, 6.5 * 60 * SECOND, LATEST_MS] as const;
/** In answers about an order, and about what belongs to it. */
const MODIFIED = /,"modified":"[^"]*"/g;
/** How long an answer takes that comes in time. */
const SLOW_MS = [0, 1_100, 5 * SECOND, 25 * SECOND] as const;
/** Makes calls of the module slow: the one who asked gives up, or another answer comes first. All of it in virtual time. */
export class SlowCalls {
  chances: SlowChances = NEVER;
  onSlow: (how: Slowness, request: ServiceRequest) => void = () => undefined;
  readonly #random = new Random(0);
  /** What is held back until another call is answered. */
  readonly #held: ((isOvertaken: boolean) => void)[] = [];
  /** How many are at work. */
  #busy = 0;
  /** Who holds the next answer back; null: no one. */
  #holder: (() => Promise<void>) | null = null;
  readonly #ways: readonly ((call: Call) => Promise<Transmission>)[] = [
    (call) => this.#answerTooLate(call),
    (call) => this.#answerSlow(call),
    (call) => this.#requestOvertaken(call),
  ];

  constructor(
    private readonly clock: ManualClock,
    private readonly wire: Wire,
    private readonly timetable: Timetable,
    private readonly sendings: Sendings,
  ) {}

  /** Nothing is slow from now on. */
  end(): void {
    this.chances = NEVER;
  }

  /** Goes on with a stream of its own, as often as this. */
  draw(chances: SlowChances, seed: number, stream: number): void {
    this.chances = chances;
    this.#random.restart(seed, stream);
  }

  /** Every call of a replica goes this way. */
  attach(transport: ClientTransport): void {
    const send = transport.send.bind(transport);
    const slow: Send = (group, request, key) => this.#pass({ request, send: () => send(group, request, key) });
    Object.assign(transport, { send: slow });
  }

  /** Holds the next answer back that shows an order, or what became of a refund. */
  holdNext(): HeldAnswer {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const isHeld = new Promise<void>((resolve) => {
      this.#holder = () => {
        resolve();
        return released;
      };
    });
    return {
      isHeld,
      release: () => {
        this.#holder = null;
        release();
      },
    };
  }

  /** Someone works; what is held back is so for as long as anyone else does. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      this.#releaseIfAllWait();
    }
  }

  async #pass(call: Call): Promise<Transmission> {
    const { method, operation } = call.request;
    if (this.#holder !== null && (method === 'GET' || operation === 'refund')) return this.#hold(call, this.#holder);
    const transmission = await this.#way(call.request)(call);
    this.#release(true);
    return transmission;
  }

  #way({ method, operation }: ServiceRequest): (call: Call) => Promise<Transmission> {
    // Money leaves by refunds alone, and they are the fewest of all calls.
    const times = operation === 'refund' ? 2 : 1;
    const { slow, tooLate } = this.chances;
    if (method !== 'GET' && this.#random.chance(times * tooLate)) return (call) => this.#requestTooLate(call);
    return this.#random.chance(times * slow) ? this.#random.pick(this.#ways) : (call) => this.#move(call);
  }

  async #move({ request, send }: Call): Promise<Transmission> {
    const transmission = await send();
    if (!transmission.ok) return transmission;
    const { response } = transmission;
    if (response.httpStatus === 401) this.wire.refusedForKey.push(request.path);
    if (request.method !== 'GET' || !this.#random.chance(this.chances.untimed)) return transmission;
    this.onSlow('answer without a time', request);
    return { ...transmission, response: { ...response, body: response.body.replace(MODIFIED, '') } };
  }

  /** It is answered at once, and the one who asked has the answer when others have gone on. */
  async #hold(call: Call, holder: () => Promise<void>): Promise<Transmission> {
    this.#holder = null;
    const transmission = await this.#move(call);
    this.onSlow('answer waited for', call.request);
    await holder();
    return transmission;
  }

  /** The service has done it, and answers when no one waits any more. */
  async #answerTooLate(call: Call): Promise<Transmission> {
    await this.#move(call);
    this.onSlow('answer too late', call.request);
    return TIMED_OUT;
  }

  /** The request is on its way still when the one who sent it gives up; it will be carried out. */
  async #requestTooLate(call: Call): Promise<Transmission> {
    const { request } = call;
    this.wire.leaves(request.method, request.path);
    const since = request.operation === 'refund' ? this.sendings.slotOf(tagOf(request)) : this.clock.now();
    const at = Math.min(this.clock.now() + this.#random.pick(LATE_MS), since + LATEST_MS);
    this.timetable.add(at, () =>
      this.wire.uncounted(async () => {
        await call.send();
        this.onSlow('request too late', request);
      }),
    );
    return TIMED_OUT;
  }

  /** It is answered after what was asked later, and time passes meanwhile. */
  async #answerSlow(call: Call): Promise<Transmission> {
    const ms = this.#random.pick(SLOW_MS);
    const transmission = await this.#move(call);
    if (await this.#isOvertaken()) this.onSlow('answer overtaken', call.request);
    if (ms > 0) {
      this.onSlow('answer slow', call.request);
      await this.timetable.forward(this.clock, ms);
    }
    return transmission;
  }

  /** It leaves in time, and arrives after what was asked later. */
  async #requestOvertaken(call: Call): Promise<Transmission> {
    if (await this.#isOvertaken()) this.onSlow('request overtaken', call.request);
    return this.#move(call);
  }

  /** Waits until another call has been answered, or everyone waits. @returns whether one was */
  async #isOvertaken(): Promise<boolean> {
    const waiting = new Promise<boolean>((release) => this.#held.push(release));
    this.#releaseIfAllWait();
    return waiting;
  }

  #releaseIfAllWait(): void {
    if (this.#held.length >= this.#busy) this.#release(false);
  }

  #release(isOvertaken: boolean): void {
    for (const release of this.#held.splice(0)) release(isOvertaken);
  }
}
