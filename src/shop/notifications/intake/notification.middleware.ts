import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { parse } from 'node:querystring';
import { Inject, Injectable, type HttpServer } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost } from '@nestjs/core';
import { ACKNOWLEDGEMENT, MAX_BODY_BYTES, type Refusal, type SignedParts } from '../../../protocol/index.js';
import { EXTRAS, type TillbridgeExtras } from '../../core/index.js';
import { AcknowledgementTimes } from './acknowledgement-times.js';
import { BufferedBody, canHold, type HeldBody } from './buffered-body.js';
import { PART_BYTES } from '../inbox/notification-part.entity.js';
import { answerRefusal, isAnsweredHere } from './notification-answer.js';
import { NotificationRoute } from './notification-route.js';
import { SlowBodyGuard, type OpenBody } from './slow-body-guard.js';
import { RefusalLog } from './refusal-log.js';
import { NotificationVerifier } from './notification-verifier.js';
import type { IncomingNotification, Refused } from './notification-authenticator.js';

/** Larger bodies of refused requests are not read to their end, in bytes: their connection is closed. */
const MAX_DRAINED = 2 * MAX_BODY_BYTES;
/**
 * By default the parsers of a host accept 100 KB and answer larger bodies with 413, which would replace the module's own
 * limit. So a large body is held here, and the host's parsers get an empty object instead. In bytes.
 */
const MOST_FOR_PARSERS = PART_BYTES;
const STAND_IN = Buffer.from('{}');

/** Methods of the route: platforms answer HEAD with the handler of GET. */
const METHODS: ReadonlySet<string> = new Set(['POST', 'GET', 'HEAD']);
/** Platforms on which middleware gets Node's own request and response. */
const PLATFORMS: ReadonlySet<string> = new Set(['express', 'fastify']);

type Receive = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

/** A request that has arrived. */
interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly incoming: IncomingNotification;
  /** Its body, until that has ended. */
  readonly open: OpenBody;
  /** Passes it on to the host's middleware, parsers and guards. */
  readonly pass: () => void;
}

/** A request with valid headers. */
interface SignedArrival extends Arrival {
  readonly signed: SignedParts;
  /** The lookup that {@link NotificationVerifier.learnGroup} has begun. */
  readonly lookup: Promise<Refused | null> | null;
}

/** A body that was held during the lookup of its terminal group. */
interface HeldForGroup {
  readonly body: Buffer;
  readonly refused: Refused | null;
}

/**
 * Stands in front of everything else on the notification route. It refuses by the headers before any of the body is read, and
 * by the signature before any of it is parsed (design §6, 1 and 2). A request that passes takes the usual way through the
 * host's middleware, and is verified there once more.
 */
@Injectable()
export class NotificationMiddleware {
  private readonly bodies = new SlowBodyGuard();
  private readonly leaving = new WeakSet<Socket>();
  private knownRoute: NotificationRoute | null = null;

  constructor(
    private readonly verifier: NotificationVerifier,
    private readonly log: RefusalLog,
    private readonly times: AcknowledgementTimes,
    private readonly application: ApplicationConfig,
    adapterHost: HttpAdapterHost,
    @Inject(EXTRAS) private readonly extras: Required<TillbridgeExtras>,
  ) {
    // Before everything of the host: the host can add middleware only to a finished application, and parsers come at its
    // start.
    adapterHost.init$.subscribe(() => this.install(adapterHost.httpAdapter));
  }

  /** Without an HTTP server, or on an unknown platform, only the guard verifies. */
  private install(adapter: HttpServer | undefined): void {
    if (!PLATFORMS.has(adapter?.getType?.() ?? '')) return;
    adapter?.use?.((...arrival: Parameters<Receive>) => this.receive(...arrival));
  }

  /** Checks a request to the notification route; passes every other request on. */
  private receive(request: IncomingMessage, response: ServerResponse, pass: () => void): void {
    const { headers, socket, method = '', url = '' } = request;
    const read = METHODS.has(method) ? this.route.read(url) : null;
    if (read === null) return pass();
    // Further requests of a refused caller on the same connection are ignored: the connection is being closed.
    if (this.leaving.has(socket)) return;
    const query = parse(url.slice(url.indexOf('?') + 1));
    const params = read === 'odd' ? {} : { ...read };
    const incoming = { params, headers, socket, query, rawBody: undefined };
    const arrival = { request, response, pass, incoming, open: this.bodies.add(request, response) };
    if (read === 'odd') this.refuse(arrival, 'refused', 'odd-target');
    else if (method === 'POST') this.receivePost(arrival);
    else this.receiveGet(arrival);
  }

  /** Determined at the first request: the host sets its prefix after the application is created. */
  private get route(): NotificationRoute {
    this.knownRoute ??= new NotificationRoute(this.extras.notificationPath, this.application.getGlobalPrefix());
    return this.knownRoute;
  }

  /** A GET has no body, and nothing else to verify here. */
  private receiveGet(arrival: Arrival): void {
    const { headers } = arrival.request;
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'] ?? 0)) return arrival.pass();
    this.refuse(arrival, 'tooLarge', 'body-by-get');
  }

  private receivePost(arrival: Arrival): void {
    const { incoming } = arrival;
    this.time(arrival);
    const signed = this.verifier.verifyHeaders(incoming);
    if (!('mac' in signed)) return this.refuse(arrival, signed.refusal, signed.reason);
    // The service signs what it sends, uncompressed. A compressed body may be a thousand times as large inside.
    const isPacked = !['', 'identity'].includes(String(incoming.headers['content-encoding'] ?? ''));
    if (isPacked) return this.refuse(arrival, 'refused', 'content-encoding');
    if (!canHold(arrival.request)) return this.passUnheld(arrival);
    // It starts now, while the body arrives.
    const lookup = this.verifier.learnGroup(incoming);
    const hold = new BufferedBody(arrival.request, MAX_BODY_BYTES, {
      onGrown: (bytes) => this.bodies.grow(arrival.open, bytes),
      // The spread comes last: V8 gives an object a separate hidden class for each property that is added after a spread.
      onEnd: (held) => this.receiveBody({ signed, lookup, ...arrival }, hold, held),
    });
  }

  /** The module's own check at the start does not count, and neither does a 200 of the host, which has stored nothing. */
  private time({ incoming, response }: Arrival): void {
    if (this.verifier.isBootCheck(incoming)) return;
    const begun = performance.now();
    response.once('finish', () => {
      if (response.statusCode !== ACKNOWLEDGEMENT.status || !isAnsweredHere(response)) return;
      // Payments are counted by the present name of the group, whatever name the service still sends to.
      this.times.note(performance.now() - begun, this.verifier.groupOf(incoming));
    });
  }

  private passUnheld({ open, pass }: Arrival): void {
    this.bodies.remove(open);
    pass();
  }

  private receiveBody(arrival: SignedArrival, hold: BufferedBody, held: HeldBody): void {
    if (held.kind === 'broken-off') return;
    if (held.kind === 'too-many-pieces') return this.cut(arrival, 'tooLarge', 'too-many-pieces');
    // The rest of the body is read within the time and memory limits of all bodies.
    if (held.kind === 'too-large') return this.refuse(arrival, 'tooLarge', 'body-too-large');
    if (arrival.lookup === null) return this.verifyBody(arrival, hold, held.body);
    void arrival.lookup.then((refused) => this.goOn(arrival, hold, { body: held.body, refused }));
  }

  /** The lookup of the terminal group has ended; the caller may have gone meanwhile. */
  private goOn(arrival: SignedArrival, hold: BufferedBody, { body, refused }: HeldForGroup): void {
    const isGone = arrival.request.socket.destroyed;
    const barred = refused ?? this.verifier.barred(arrival.incoming);
    if (isGone) this.bodies.remove(arrival.open);
    else if (barred) this.refuse(arrival, barred.refusal, barred.reason);
    else this.verifyBody(arrival, hold, body);
  }

  private verifyBody(arrival: SignedArrival, hold: BufferedBody, body: Buffer): void {
    this.bodies.remove(arrival.open);
    const incoming = { ...arrival.incoming, rawBody: body };
    const isLarge = body.length > MOST_FOR_PARSERS;
    const released = isLarge ? STAND_IN : body;
    const verified = this.verifier.verifyBody(arrival.request, incoming, { signed: arrival.signed, released });
    if (!verified.ok) return this.refuse(arrival, verified.refusal, verified.reason);
    hold.release(released);
    this.noteAnswerOfHost(arrival);
    arrival.pass();
  }

  /** A limit of requests that let the check at the start pass answers a burst before guard and filter can see it. */
  private noteAnswerOfHost({ incoming, response }: Arrival): void {
    if (this.verifier.isBootCheck(incoming)) return;
    // The request, with its body, is not kept until the answer.
    const { group = '' } = incoming.params;
    response.once('finish', () => {
      if (isAnsweredHere(response)) return;
      this.log.add({ refusal: 'refused', reason: `by the host application, status ${response.statusCode}` }, group);
    });
  }

  /**
   * Closes without an answer: until an answer was sent, Node would read and parse on, piece by piece, and the service's own
   * connections would have to wait.
   */
  private cut({ request, incoming }: Arrival, refusal: Refusal, reason: string): void {
    this.log.add({ refusal, reason }, incoming.params['group'] ?? '');
    request.socket.destroy();
  }

  /**
   * A refused caller must connect anew for the next try, and waits in line with all others. Node accepts one new connection
   * in each turn of its loop, so a few connections that are always ready would make the service's wait for seconds.
   */
  private refuse({ request, response, incoming }: Arrival, refusal: Refusal, reason: string): void {
    this.log.add({ refusal, reason }, incoming.params['group'] ?? '');
    this.leaving.add(request.socket);
    response.setHeader('connection', 'close');
    const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    if (request.complete || length > MAX_DRAINED) return answerRefusal(response, refusal);
    // If the connection were closed before the body has arrived, it would be reset and the answer lost.
    request.once('end', () => answerRefusal(response, refusal)).resume();
  }
}
