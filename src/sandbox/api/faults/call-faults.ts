import { STATUS_CODES, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import {
  accountOfRequest,
  type RequestFault,
  type FaultKind,
  SANDBOX_SETTINGS,
  type SandboxSettings,
  slowly,
} from '../../core/index.js';
import { ForeignRefunds } from './foreign-refunds.js';
import { holdAnswer, type Answer } from './held-answer.js';
import { OrderSnapshots } from '../../orders/index.js';
import { bufferBody, type StruckCall } from './struck-call.js';

type Effect = (struck: StruckCall, fault: RequestFault) => Promise<void> | void;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Applies a fault to a call of the payment API. */
@Injectable()
export class CallFaults {
  readonly #effects: Partial<Record<FaultKind, Effect>> = {
    delay: (struck, fault) => this.#delay(struck, fault),
    // Read, and never answered: the client's time limit ends the call.
    drop: ({ request }) => void request.resume(),
    'error-before': ({ response }, { details }) => refuse(response, details.status),
    'error-after': ({ response, next }, { details }) => {
      holdAnswer(response, async () => errorAnswer(details.status));
      next();
    },
    'response-lost': ({ request, response, next }) => {
      holdAnswer(response, async () => {
        request.socket.destroy();
        return null;
      });
      next();
    },
    reset: ({ request }) => void request.socket.resetAndDestroy(),
    'half-close': ({ request }) => void request.resume().socket.end(),
    'slow-body': ({ response, next }, { details }) => {
      holdAnswer(
        response,
        async (answer) => answer,
        (to, body) => writeSlowly(to, body, details.delayMs),
      );
      next();
    },
    'stale-read': (struck, { details }) =>
      this.#stale(struck, (group, id) => this.snapshots.lagging(group, id, details.lagMs)),
    'stale-read-unbounded': (struck) => this.#stale(struck, (group, id) => this.snapshots.before(group, id)),
    'rate-limit': ({ response }, { details }) => {
      response.setHeader('Retry-After', String(details.retryAfterSeconds));
      refuse(response, 429);
    },
    'foreign-refund': (struck, fault) => this.#refund(struck, fault),
  };

  constructor(
    private readonly snapshots: OrderSnapshots,
    private readonly refunds: ForeignRefunds,
    private readonly adapterHost: HttpAdapterHost,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Applies the fault; the call continues if the fault allows it. */
  strike(fault: RequestFault, struck: StruckCall): void {
    const effect = this.#effects[fault.kind];
    if (effect === undefined) return struck.next();
    // An error here means that the client has disconnected.
    Promise.resolve(effect(struck, fault)).catch(() => struck.response.destroy());
  }

  // The work is done even if the client has given up by then, like a request that arrives late.
  async #delay({ request, next }: StruckCall, { details }: RequestFault): Promise<void> {
    if (this.adapterHost.httpAdapter.getType() !== 'fastify') await bufferBody(request);
    setTimeout(next, details.delayMs).unref();
  }

  async #refund(struck: StruckCall, { details }: RequestFault): Promise<void> {
    const account = this.#account(struck);
    const { orderId } = struck.call;
    if (account !== null && orderId !== null) await this.refunds.book(account.name, orderId, details.amount);
    struck.next();
  }

  #stale(struck: StruckCall, stateOf: (group: string, id: string) => Promise<string | null>): void {
    holdAnswer(struck.response, async (answer: Answer): Promise<Answer> => {
      const account = this.#account(struck);
      if (answer.status !== 200 || account === null || struck.call.orderId === null) return answer;
      const data = await stateOf(account.name, struck.call.orderId);
      return data === null ? answer : { ...answer, body: Buffer.from(`{"success":true,"data":${data}}`) };
    });
    struck.next();
  }

  #account({ request: { headers, url = '/', originalUrl } }: StruckCall) {
    return accountOfRequest({ headers, url, originalUrl }, this.settings.accounts);
  }
}

function errorAnswer(status: number): Answer {
  const body = Buffer.from(JSON.stringify({ message: STATUS_CODES[status] ?? 'Error' }));
  return { status, headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' }, body };
}

function refuse(response: ServerResponse, status: number): void {
  const { headers, body } = errorAnswer(status);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Length', body.length);
  response.writeHead(status).end(body);
}

async function writeSlowly(response: ServerResponse, body: Buffer, delayMs: number): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  for await (const piece of slowly(body, delayMs, gone.signal)) response.write(piece);
  response.end();
}
