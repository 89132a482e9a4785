import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { RequestKey } from '../transport/request-key.js';
import { BEFORE_REQUEST, type CallPhase } from '../transport/outcome.js';

/** Why a call was ended from this side. */
export type CutReason = 'connect-timeout' | 'timeout' | 'shutdown';

/** Time limits of one call, in milliseconds. */
export interface CallTimes {
  /** From resolving the name to the last byte of the answer. */
  readonly totalMs: number;
  /** Until the connection stands, TLS included; within the total. */
  readonly connectMs: number;
}

/** Largest head of an answer that is read, in bytes: Node's default, which a host may have raised. */
const MAX_HEADER_BYTES = 16 * 1024;

const ORDER: readonly CallPhase[] = [
  'resolve',
  'connect',
  'tls',
  'request',
  'response-status',
  'response-body',
  'answer',
];

/**
 * Sends a request, and checks the certificate of the server whatever the environment says: `NODE_TLS_REJECT_UNAUTHORIZED=0`, set
 * for another purpose, would send the key to any man in the middle. Agents for proxies forget what they were told of it.
 */
export const securely = (options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest =>
  options.protocol === 'https:'
    ? https.request(Object.assign(options, { rejectUnauthorized: true }), onResponse)
    : http.request(options, onResponse);

/**
 * Watches one request by the events of its socket: error codes cannot tell a time-out of connecting from one of reading. Ends
 * the request when a limit is reached.
 */
export class CallWatch {
  phase: CallPhase = 'resolve';
  /** Why this side ended the call, `null` when it did not. */
  cutBy: CutReason | null = null;
  /** Status of the answer, once one has begun. */
  httpStatus: number | null = null;
  /** Aborted when the call is cut. */
  readonly abort = new AbortController();
  // Private: the bytes written to the request hold the key.
  #request: ClientRequest | undefined;
  #socket: Socket | undefined;
  readonly #key: RequestKey;
  private bytesReadBefore = 0;
  private readonly timers: NodeJS.Timeout[];

  constructor(times: CallTimes, key: RequestKey) {
    this.#key = key;
    this.timers = [
      setTimeout(() => this.cut('timeout'), times.totalMs).unref(),
      setTimeout(() => this.cutConnecting(), times.connectMs).unref(),
    ];
  }

  /** What axios sends requests through. It follows no redirect. */
  readonly transport = {
    request: (options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest => {
      const isSecure = options.protocol === 'https:';
      // A bare address is not resolved, so no event would report it.
      if (isIP(options.hostname ?? '') > 0) this.phase = 'connect';
      const limited = Object.assign(options, { maxHeaderSize: MAX_HEADER_BYTES });
      const request = securely(limited, onResponse);
      this.#key.putOn(request);
      this.#request = request;
      request.once('socket', (socket) => this.watchSocket(socket, isSecure));
      // Before the connection stands, `finish` only means that the request is in a local buffer.
      request.once('finish', () => this.phase === 'request' && this.advance('response-status'));
      request.once('response', (response) => this.watchResponse(response));
      return request;
    },
  };

  /** Whether the call broke on a kept connection before a byte of an answer: the other side had closed it. */
  get isStaleConnection(): boolean {
    const isSilent = this.#socket !== undefined && this.#socket.bytesRead === this.bytesReadBefore;
    return this.cutBy === null && this.#request?.reusedSocket === true && isSilent;
  }

  /** Ends the call from this side. */
  cut(reason: CutReason): void {
    if (this.cutBy !== null) return;
    this.cutBy = reason;
    this.resetConnection();
    this.abort.abort();
    this.#request?.destroy();
  }

  /** Clears the time limits; the call is over. */
  end(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private cutConnecting(): void {
    if (BEFORE_REQUEST.has(this.phase)) this.cut('connect-timeout');
  }

  /** A reset makes the kernel drop unsent bytes, so that a late arrival is less likely. Plain TCP only. */
  private resetConnection(): void {
    const socket = this.#socket;
    if (!socket || socket.connecting || 'encrypted' in socket) return;
    socket.resetAndDestroy();
  }

  private watchSocket(socket: Socket, isSecure: boolean): void {
    this.#socket = socket;
    this.bytesReadBefore = socket.bytesRead;
    // A tunnel through a proxy stands when it gets here, but what is sent through it still has to be encrypted.
    const isHandshaking = isSecure && Reflect.get(socket, 'secureConnecting') === true;
    if (!socket.connecting && !isHandshaking) return this.advance('request');
    if (!socket.connecting) this.advance('tls');
    socket.once('lookup', (error: Error | null) => {
      if (!error) this.advance('connect');
    });
    socket.once('connect', () => this.advance(isSecure ? 'tls' : 'request'));
    if (isSecure) socket.once('secureConnect', () => this.advance('request'));
  }

  private watchResponse(response: IncomingMessage): void {
    this.httpStatus = response.statusCode ?? null;
    this.advance('response-body');
    response.once('end', () => this.advance('answer'));
  }

  /** Phases only go forward: `finish` may come late, when the answer has already begun. */
  private advance(phase: CallPhase): void {
    if (ORDER.indexOf(phase) > ORDER.indexOf(this.phase)) this.phase = phase;
  }
}
