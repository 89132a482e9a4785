import { serviceError } from '../../../src/protocol/errors/service-error.js';
import type { PaymentError } from '../../../src/protocol/payment-error.js';
import type { ServiceRequest } from '../../../src/protocol/requests/request.types.js';
import { toTransportError } from '../../../src/shop/client/transport/client.failure.js';
import type { CallPhase } from '../../../src/shop/client/transport/outcome.js';
import type { Creation } from './service.js';
import type { Version } from './service-order.js';
import { strikes, type Setting } from './setting.js';

const TIMEOUT_MS = 30_000;
const GROUP = 'web';

/** How a call ended: with something, or with the error that the module's client makes of it. */
export type Answer<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: PaymentError };

/** A read of an order; when it was begun is what an answer's age counts from. */
export type OrderAnswer = Answer<Version> & { readonly startedAt: number };

type Verb = 'create' | 'read';

const PLAIN = { query: {}, body: null } as const;
const REQUESTS: Readonly<Record<Verb, ServiceRequest>> = {
  create: { ...PLAIN, operation: 'create', method: 'POST', path: '/orders' },
  read: { ...PLAIN, operation: 'read', method: 'GET', path: '/orders/{id}' },
};

const errors = new Map<string, PaymentError>();

function remembered(name: string, make: () => PaymentError): PaymentError {
  let error = errors.get(name);
  if (!error) errors.set(name, (error = make()));
  return error;
}

/** An answer that is an error, as the client hands it over; made once of each kind. */
const problem = (verb: Verb, code: number | null, httpStatus: number): { ok: false; error: PaymentError } => {
  const { operation, method } = REQUESTS[verb];
  const envelope = code === null ? undefined : ('E1' as const);
  const make = (): PaymentError => serviceError({ code, text: '', envelope, operation, method, httpStatus });
  return { ok: false, error: remembered(`${verb} ${code} ${httpStatus}`, make) };
};

/** A call that broke off. */
const broken = (verb: Verb, phase: CallPhase): { ok: false; error: PaymentError } => {
  const reason = phase === 'connect' ? ('network' as const) : ('timeout' as const);
  const how = { phase, httpStatus: null, reason, code: 'ECONNRESET', isStaleConnection: false };
  const make = (): PaymentError =>
    toTransportError(how, { group: GROUP, request: REQUESTS[verb], timeoutMs: TIMEOUT_MS });
  return { ok: false, error: remembered(`${verb} ${phase}`, make) };
};

const NO_SUCH_ORDER = 1006;

/** The calls of the module besides refunds, and what becomes of them on the way. */
export class Api {
  constructor(private readonly setting: Setting) {}

  /** Reads an order. */
  *read(id: string): Generator<number, OrderAnswer, void> {
    const { agenda, random, faults, service } = this.setting;
    const startedAt = agenda.now;
    if (this.#strikes('failed read', faults.failedRead)) {
      yield agenda.now + random.between(10, TIMEOUT_MS);
      return { ...this.#failedRead(), startedAt };
    }
    const isSlow = this.#strikes('slow read', faults.slowRead);
    yield agenda.now + (isSlow ? random.between(500, 14_000) : random.between(5, 100));
    const isStale = this.#strikes('stale read', faults.staleRead);
    // What lags behind shows what was there before; a slow answer may be as old as its beginning.
    const asOf = (isSlow ? startedAt : agenda.now) - (isStale ? random.between(0, faults.staleReadMs) : 0);
    const version = service.shown(id, asOf);
    yield agenda.now + (isSlow ? random.between(500, 14_000) : random.between(5, 100));
    return version ? { ok: true, result: version, startedAt } : { ...problem('read', NO_SUCH_ORDER, 404), startedAt };
  }

  /** Asks for an order, once. */
  *create(creation: Creation): Generator<number, Answer<null>, void> {
    const { agenda, random, faults, tables, orderMonitor } = this.setting;
    if (!tables.attempts.has(creation.id)) orderMonitor.sentUnwritten(creation.id);
    if (this.#strikes('refused', faults.refused)) {
      yield agenda.now + random.between(1, 3_000);
      return broken('create', 'connect');
    }
    if (this.#strikes('lost request', faults.lostRequest)) return yield* this.#silence('create');
    if (this.#strikes('late arrival', faults.lateArrival)) {
      const arrivesAt = agenda.now + random.between(0, faults.lateArrivalMs);
      agenda.at(arrivesAt, () => this.#arrive(creation));
      return yield* this.#silence('create');
    }
    yield agenda.now + random.between(5, 200);
    if (this.#strikes('5xx before', faults.errorBefore)) return problem('create', null, random.pick([500, 502, 503]));
    if (this.#strikes('throttled', faults.throttled)) return problem('create', null, 429);
    const answer = this.#arrive(creation);
    yield agenda.now + random.between(5, 200);
    if (this.#strikes('5xx after', faults.errorAfter)) return problem('create', null, random.pick([500, 502, 504]));
    if (this.#strikes('lost response', faults.lostResponse)) return yield* this.#silence('create');
    return answer;
  }

  /** Cancels an order, as well as it can be done. */
  *cancel(id: string): Generator<number, void, void> {
    const { agenda, random, faults, service } = this.setting;
    yield agenda.now + random.between(5, 200);
    if (this.#strikes('lost request', faults.lostRequest)) return;
    const order = service.orders.get(id);
    if (order) service.move(order, 'cancelled', 'library', agenda.now);
    yield agenda.now + random.between(5, 200);
  }

  #arrive(creation: Creation): Answer<null> {
    const { agenda, service } = this.setting;
    const order = service.create(creation, agenda.now);
    this.setting.journal.note(
      agenda.now,
      () => `${creation.id}: ${order ? 'is created' : 'is used (1006)'} at the service`,
    );
    return order ? { ok: true, result: null } : problem('create', NO_SUCH_ORDER, 400);
  }

  *#silence(verb: Verb): Generator<number, { ok: false; error: PaymentError }, void> {
    const { agenda, random } = this.setting;
    const isCut = random.chance(0.5);
    yield agenda.now + (isCut ? random.between(300, TIMEOUT_MS) : TIMEOUT_MS);
    return broken(verb, 'response-status');
  }

  #failedRead(): { ok: false; error: PaymentError } {
    const { random } = this.setting;
    const how = random.between(0, 3);
    if (how === 0) return broken('read', 'connect');
    if (how === 1) return broken('read', 'response-status');
    return problem('read', null, how === 2 ? 503 : 429);
  }

  #strikes(kind: string, chance: number): boolean {
    return strikes(this.setting, kind, chance);
  }
}
