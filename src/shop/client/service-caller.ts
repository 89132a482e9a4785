import { Inject, Injectable } from '@nestjs/common';
import { ExponentialBackoff, handleWhenResult, retry } from 'cockatiel';
import { readEnvelope, serviceError, type ServiceRequest } from '../../protocol/index.js';
import type { Clock } from '../../support/index.js';
import type { TerminalGroup } from '../terminal-groups/index.js';
import { CLOCK } from '../tillbridge.tokens.js';
import { toTransportError } from './client.failure.js';
import { ClientTransport, type RawResponse } from './client.transport.js';
import {
  classOfBrokenCall,
  classOfErrorAnswer,
  type CallEvidence,
  type CallOutcome,
  type ServiceAnswer,
} from './outcome.js';

/** Whose work a call is, the most urgent first: who shares one API budget is served in this order (design §9). */
export type CallPriority = 'refund' | 'checkout' | 'return' | 'poll' | 'sweep';

/** What a call is about, besides its request. */
export interface CallContext {
  /** The merchant's identifier of the order; appears in errors. */
  readonly orderId?: string | undefined;
  /** Default: `checkout`. */
  readonly priority?: CallPriority;
}

/** How often a read is tried in all. */
const READ_ATTEMPTS = 3;

/** Only reads are repeated: whoever sends a write decides what its unknown outcome means. */
const readPolicy = retry(
  handleWhenResult((outcome) => {
    const { kind, error } = outcome as CallOutcome & { error?: { kind: string } };
    return kind !== 'accepted' && error?.kind === 'temporary';
  }),
  { maxAttempts: READ_ATTEMPTS - 1, backoff: new ExponentialBackoff({ initialDelay: 200, maxDelay: 5_000 }) },
);

/** The one road to the service: sends a request, reads the envelope, and turns every failure into a typed error. */
@Injectable()
export class ServiceCaller {
  constructor(
    private readonly transport: ClientTransport,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Sends a request; a read is tried again, a write never is.
   *
   * @throws PaymentError `SERVICE_<code>` when refused, `TIMEOUT` or `NETWORK` with `execution` telling whether the
   *   service may have carried it out
   */
  async call(group: TerminalGroup, request: ServiceRequest, context: CallContext = {}): Promise<ServiceAnswer> {
    const attempt = () => this.attempt(group, request, context);
    const outcome = request.method === 'GET' ? await readPolicy.execute(attempt) : await attempt();
    if (outcome.kind === 'accepted') return outcome.answer;
    throw outcome.error;
  }

  /**
   * Sends a request at most once, and says what became of it. Never throws for what happens on a network.
   *
   * @returns the outcome, with its evidence
   */
  async attempt(group: TerminalGroup, request: ServiceRequest, context: CallContext = {}): Promise<CallOutcome> {
    const startedAt = this.clock.now();
    const started = performance.now();
    const sent = await this.transport.send(group, request);
    const timing = { startedAt, durationMs: Math.round(performance.now() - started) };
    const subject = { group: group.name, orderId: context.orderId };
    if (sent.ok) {
      const { httpStatus } = sent.response;
      return judgeAnswer(sent.response, request, {
        ...timing,
        ...subject,
        phase: 'answer',
        httpStatus,
        retryAfterMs: null,
      });
    }
    const { phase, httpStatus } = sent.broken;
    const error = toTransportError(sent.broken, { ...subject, request, timeoutMs: group.timeoutMs });
    return { kind: classOfBrokenCall(phase), error, phase, httpStatus, retryAfterMs: null, ...timing };
  }
}

type Subject = CallEvidence & { readonly group: string; readonly orderId: string | undefined };

/** What a complete answer means (spec §2.4, §7). */
function judgeAnswer(response: RawResponse, request: ServiceRequest, subject: Subject): CallOutcome {
  const { group, orderId, ...evidence } = subject;
  const { httpStatus } = response;
  const envelope = readEnvelope(response);
  if (envelope.ok) {
    return { kind: 'accepted', answer: { data: envelope.data, pager: envelope.pager, httpStatus }, ...evidence };
  }
  const { operation, method } = request;
  const error = serviceError({ ...envelope.failure, operation, method, group, orderId });
  const { execution } = error;
  const isReadable = envelope.failure.envelope !== 'E5';
  const kind = classOfErrorAnswer({ isRead: method === 'GET', httpStatus, isReadable, execution });
  return { kind, error, ...evidence };
}
