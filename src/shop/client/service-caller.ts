import { Injectable } from '@nestjs/common';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { isPaymentError, readEnvelope, serviceError, type ServiceRequest } from '../../protocol/index.js';
import type { TerminalGroup } from '../terminal-groups/index.js';
import { ClientTransport } from './client.transport.js';

/** Whose work a call is, the most urgent first: who shares one API budget is served in this order (design §9). */
export type CallPriority = 'refund' | 'checkout' | 'return' | 'poll' | 'sweep';

/** What a call is about, besides its request. */
export interface CallContext {
  /** The merchant's identifier of the order; appears in errors. */
  readonly orderId?: string | undefined;
  /** Default: `checkout`. */
  readonly priority?: CallPriority;
}

/** A successful answer, taken out of its envelope (spec §2.4). */
export interface ServiceAnswer {
  readonly data: unknown;
  /** Cursors of a list (spec §4.3); `null` or absent elsewhere. */
  readonly pager: unknown;
}

/** How often a read is tried in all. */
const READ_ATTEMPTS = 3;

/** Only reads are repeated: whoever sends a write decides what its unknown outcome means. */
const readPolicy = retry(
  handleWhen((error) => isPaymentError(error) && error.kind === 'temporary'),
  { maxAttempts: READ_ATTEMPTS - 1, backoff: new ExponentialBackoff({ initialDelay: 200, maxDelay: 5_000 }) },
);

/** The one road to the service: sends a request, reads the envelope, and turns every failure into a typed error. */
@Injectable()
export class ServiceCaller {
  constructor(private readonly transport: ClientTransport) {}

  /**
   * Sends a request; a read is tried again, a write never is.
   *
   * @throws PaymentError `SERVICE_<code>` when refused, `TIMEOUT` or `NETWORK` with `execution` telling whether the
   *   service may have carried it out
   */
  call(group: TerminalGroup, request: ServiceRequest, context: CallContext = {}): Promise<ServiceAnswer> {
    if (request.method !== 'GET') return this.once(group, request, context);
    return readPolicy.execute(() => this.once(group, request, context));
  }

  private async once(group: TerminalGroup, request: ServiceRequest, { orderId }: CallContext): Promise<ServiceAnswer> {
    const response = await this.transport.send(group, request, orderId);
    const envelope = readEnvelope(response);
    if (envelope.ok) return envelope;
    const { code, text, httpStatus } = envelope.failure;
    throw serviceError({ code, text, httpStatus, operation: request.operation, group: group.name, orderId });
  }
}
