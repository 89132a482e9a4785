import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The faults of a connection. */
export const FAULT_KINDS = [
  'delay',
  'reset',
  'half-close',
  'black hole',
  'truncated',
  'garbage',
  '5xx',
  '429',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * When the fault happens. `connect`: as soon as the connection is open, before a byte is read. `headers`: the head of
 * the request has arrived and is not passed on yet. `body`: its head is passed on, its body has arrived. `response
 * status`: the service has done its work and answers. `response body`: the head of its answer is passed on, the body
 * has arrived.
 */
export const FAULT_STAGES = ['connect', 'headers', 'body', 'response status', 'response body'] as const;
export type FaultStage = (typeof FAULT_STAGES)[number];

/** One fault of one connection. */
export interface ProxyFault {
  readonly kind: FaultKind;
  readonly stage: FaultStage;
  /** For `delay`. Default 100. */
  readonly delayMs?: number;
}

/** The connection that a fault affects. */
export interface Struck {
  readonly client: Socket;
  readonly service: Socket;
  readonly fault: ProxyFault;
  /** The next bytes: for the service at the stages of the request, for the client at those of the response. */
  readonly piece: Buffer;
  /** Sends the service's answer, if it gives one, to the client. */
  passBack(): void;
}

/** The effect on the exchange: it continues unchanged or with other bytes, or it ends. */
export type Verdict = { goOn: true; piece: Buffer } | { goOn: false };
const OVER: Verdict = { goOn: false };

type Strike = (struck: Struck) => Verdict | Promise<Verdict>;

const HALF = 2;
const isOfRequest = ({ stage }: ProxyFault): boolean => stage === 'headers' || stage === 'body';

/** Bytes that are neither HTTP, nor JSON, nor UTF-8; always the same. */
const garbage = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => 0x80 + ((at * 37) % 0x70)));

/** Ends the connection to the client cleanly after these last bytes; later bytes from it are ignored. */
function bidFarewell({ client, service }: Struck, lastBytes: Buffer | string = ''): Verdict {
  client.end(lastBytes);
  client.resume();
  service.destroy();
  return OVER;
}

/** An answer of a proxy or a rate limiter itself. */
const ownAnswer = (status: string, headers: string, body: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: text/html\r\n${headers}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;

/** The effect of each kind. */
export const STRIKES: Readonly<Record<FaultKind, Strike>> = {
  delay: async ({ fault, piece }) => {
    await delay(fault.delayMs ?? 100);
    return { goOn: true, piece };
  },
  reset: ({ client, service }) => {
    client.resetAndDestroy();
    service.destroy();
    return OVER;
  },
  'half-close': (struck) => bidFarewell(struck),
  'black hole': ({ client, fault, piece }) => {
    if (fault.stage === 'response body') client.write(piece.subarray(0, piece.length / HALF));
    return OVER;
  },
  truncated: (struck) => {
    const { service, fault, piece, passBack } = struck;
    if (fault.stage === 'connect') return bidFarewell(struck, 'HTTP/1.1 2');
    const half = piece.subarray(0, piece.length / HALF);
    if (!isOfRequest(fault)) return bidFarewell(struck, half);
    service.end(half);
    passBack();
    return OVER;
  },
  garbage: (struck) => {
    const { service, fault, piece, passBack } = struck;
    const bytes = garbage(piece.length || 100);
    if (fault.stage === 'body') return { goOn: true, piece: bytes };
    if (fault.stage !== 'headers') return bidFarewell(struck, bytes);
    service.write(bytes);
    passBack();
    return OVER;
  },
  '5xx': (struck) => bidFarewell(struck, ownAnswer('503 Service Unavailable', '', '<h1>503</h1>')),
  '429': (struck) => bidFarewell(struck, ownAnswer('429 Too Many Requests', 'retry-after: 1\r\n', '<h1>429</h1>')),
};
