import type { ServiceRequest } from '../../../src/protocol/index.js';
import type { ClientTransport } from '../../../src/shop/client/index.js';
import type { ManualClock } from '../../../src/testing/index.js';
import { Random } from '../engine/random.js';
import type { FaultPlan } from './fault-plan.js';
import type { Timetable } from './timetable.js';
import type { Wire } from './wire.js';

type Send = ClientTransport['send'];
type Transmission = Awaited<ReturnType<Send>>;

/** One call on its way, and how it goes on. */
interface Call {
  readonly request: ServiceRequest;
  readonly send: () => Promise<Transmission>;
}

/** How often calls are slow: of all calls, and of those that change something. */
export type SlowChances = Pick<FaultPlan, 'slow' | 'tooLate'>;

const NEVER: SlowChances = { slow: 0, tooLate: 0 };

/** How a call that takes its time shows. */
export type Slowness =
  'answer too late' | 'request too late' | 'answer overtaken' | 'request overtaken' | 'answer slow';

/** How the story tells of a call that takes its time. */
export const IN_WORDS: Readonly<Record<Slowness, string>> = {
  'answer too late': 'the service answers when the shop has given up',
  'request too late': 'a request that the shop has given up arrives, and is carried out',
  'answer overtaken': 'a later call is answered first',
  'request overtaken': 'a later call arrives first',
  'answer slow': 'the answer takes its time',
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
/**
 * A request arrives within fifteen minutes after it was sent (what is assumed of the service). A leap of the clock before it
 * leaves, and one when it is due, take eight of them.
 */
const LATE_MS = [SECOND, 20 * SECOND, 90 * SECOND, 6.5 * 60 * SECOND, 6.5 * 60 * SECOND] as const;
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
  readonly #ways: readonly ((call: Call) => Promise<Transmission>)[] = [
    (call) => this.#answerTooLate(call),
    (call) => this.#answerSlow(call),
    (call) => this.#requestOvertaken(call),
  ];

  constructor(
    private readonly clock: ManualClock,
    private readonly wire: Wire,
    private readonly timetable: Timetable,
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
    if (transmission.ok && transmission.response.httpStatus === 401) this.wire.refusedForKey.push(request.path);
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
    this.timetable.add(this.clock.now() + this.#random.pick(LATE_MS), () =>
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
      this.clock.advance(ms);
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
