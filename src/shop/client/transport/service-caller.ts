import { Inject, Injectable, Logger, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { ConstantBackoff, handleWhenResult, retry } from 'cockatiel';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isPaymentError, type PaymentError, type ServiceRequest } from '../../../protocol/index.js';
import type { Clock } from '../../../support/index.js';
import { UnlistedCodes } from '../unlisted-codes.js';
import { CALL_BUDGET, CLOCK, type CallBudget, type TerminalGroup } from '../../core/index.js';
import { callVerdictOf } from './answer-reader.js';
import type { CallPriority } from '../limits/call-priority.js';
import { heldBack, toTransportError, type HoldReason } from './client.failure.js';
import { ClientTransport } from './client-transport.js';
import { RequestKey } from './request-key.js';
import { GroupCalls, type CallHealth, type SharedCalls } from '../group-calls.js';
import { classOfBrokenCall, type CallOutcome, type ServiceAnswer } from './outcome.js';
import { answeredAt, retryAfterMs, retryDelay } from '../limits/retry-policy.js';
import { countHold, tracedCall } from './call-telemetry.js';

/** What a call is about, apart from its request. */
export interface CallContext {
  /** The merchant's identifier of the order; appears in errors. */
  readonly orderId?: string | undefined;
  /** Default: `checkout`. */
  readonly priority?: CallPriority;
  /** Checked right before the call is made, when nothing more is waited for: whether it may still be made. */
  readonly isTimely?: () => boolean;
}

type KeyedContext = CallContext & { readonly key: RequestKey };

/** The only way to the service: sends a request, reads the envelope, and turns every failure into a typed error. */
@Injectable()
export class ServiceCaller implements OnApplicationShutdown {
  private readonly logger = new Logger('Tillbridge:Calls');
  private readonly groups = new Map<string, GroupCalls>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly transport: ClientTransport,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly unlisted: UnlistedCodes = new UnlistedCodes(),
    @Optional() @Inject(CALL_BUDGET) private readonly shared?: CallBudget,
  ) {
    // Each waiting call adds a listener, so their number is not a leak.
    setMaxListeners(0, this.stopping.signal);
  }

  /** Waiting calls are not made any more. The transport ends those under way. */
  onApplicationShutdown(): void {
    this.stopping.abort();
    for (const { budget } of this.groups.values()) budget.close();
  }

  /** Whether a call of this priority would be made now, rather than end with `CIRCUIT_OPEN`. */
  admits(group: TerminalGroup, priority: CallPriority): boolean {
    return this.callsOf(group).admits(priority);
  }

  /** How a group's calls do in this process. */
  health(group: TerminalGroup): CallHealth {
    return this.callsOf(group).health;
  }

  /**
   * Sends a request. A read is tried again, a write never is.
   *
   * @throws PaymentError `SERVICE_<code>` when refused; `TIMEOUT` or `NETWORK` with `execution` telling whether the
   *   service may have carried it out; `CIRCUIT_OPEN`, `API_BUDGET_EXHAUSTED` or `SHUTTING_DOWN` when nothing was sent
   */
  async call(group: TerminalGroup, request: ServiceRequest, context: CallContext = {}): Promise<ServiceAnswer> {
    const isRead = request.method === 'GET';
    const outcome = isRead ? await this.read(group, request, context) : await this.attempt(group, request, context);
    if (outcome.kind === 'accepted') return outcome.answer;
    throw outcome.error;
  }

  /**
   * Sends a request at most once, and returns its outcome. Waits for the group's budget first. A network failure does not
   * throw.
   *
   * @returns the outcome, with its evidence
   */
  async attempt(group: TerminalGroup, request: ServiceRequest, context: CallContext = {}): Promise<CallOutcome> {
    const calls = this.callsOf(group);
    const priority = context.priority ?? 'checkout';
    const hold = (reason: HoldReason) =>
      this.notMade(heldBack(reason, { group: group.name, request, orderId: context.orderId }), group.name);
    if (this.stopping.signal.aborted) return hold('shutdown');
    if (!calls.admits(priority)) return hold('circuit');
    if (!(await calls.budget.acquire(priority))) return hold(this.whySentAway(calls, priority));
    // The service may have asked for a pause while this call waited.
    if (!calls.admits(priority)) return hold('circuit');
    if (context.isTimely?.() === false) return hold('budget');
    try {
      const key = RequestKey.of(group);
      const admission = await calls.circuit.run(priority, () =>
        tracedCall({ group, request, orderId: context.orderId }, () => this.send(group, request, { ...context, key })),
      );
      if (!admission.admitted) return hold('circuit');
      calls.note(admission.result);
      return admission.result;
    } catch (error) {
      if (isPaymentError(error)) return this.notMade(error, group.name);
      throw error;
    }
  }

  private whySentAway(calls: GroupCalls, priority: CallPriority): HoldReason {
    if (this.stopping.signal.aborted) return 'shutdown';
    return calls.pauseMs(priority) > 0 ? 'circuit' : 'budget';
  }

  /** A read with repeats, as often as the policy, its time limit and the budget allow. */
  private read(group: TerminalGroup, request: ServiceRequest, context: CallContext): Promise<CallOutcome> {
    const { repeats } = this.callsOf(group);
    const started = performance.now();
    let [attempt, delay] = [0, 0];
    repeats.noteCall(started);
    const mayRepeat = handleWhenResult((result) => {
      const now = performance.now();
      const [outcome, elapsedMs] = [result as CallOutcome, now - started];
      const next = retryDelay({ outcome, attempt, elapsedMs, limits: group.calls });
      if (next === null) return false;
      // At least until the service accepts calls again: a repeat that would still be held back is useless.
      delay = Math.max(next, this.callsOf(group).pauseMs(context.priority ?? 'checkout'));
      return elapsedMs + delay <= group.calls.readPatienceMs && repeats.takeRepeat(now);
    });
    const policy = retry(mayRepeat, { maxAttempts: group.calls.readAttempts, backoff: new ConstantBackoff(0) });
    return policy.execute(async () => {
      // The wait of the policy's library could not be ended by a shutdown.
      if (attempt > 0) await wait(delay, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      attempt += 1;
      return this.attempt(group, request, context);
    });
  }

  private async send(group: TerminalGroup, request: ServiceRequest, context: KeyedContext): Promise<CallOutcome> {
    const startedAt = this.clock.now();
    const started = performance.now();
    const call = { request, group: group.name, orderId: context.orderId };
    const sent = await this.transport.send(group, request, context.key);
    const timing = { startedAt, durationMs: Math.round(performance.now() - started) };
    if (sent.ok) {
      const { httpStatus, retryAfter, date } = sent.response;
      this.callsOf(group).noteDate(date, startedAt + timing.durationMs / 2);
      const pause = retryAfterMs(retryAfter, answeredAt(date, this.clock.now()));
      const verdict = callVerdictOf(sent.response, call);
      if (verdict.kind !== 'accepted') this.unlisted.note(verdict.error);
      return { ...verdict, phase: 'answer', httpStatus, retryAfterMs: pause, ...timing };
    }
    const { phase, httpStatus } = sent.broken;
    const error = toTransportError(sent.broken, { ...call, timeoutMs: group.timeoutMs });
    return { kind: classOfBrokenCall(phase), error, phase, httpStatus, retryAfterMs: null, ...timing };
  }

  private notMade(error: PaymentError, group: string): CallOutcome {
    countHold(group, error.code);
    const evidence = { phase: 'queue', httpStatus: null, retryAfterMs: null, durationMs: 0 } as const;
    return { kind: 'not-sent', error, startedAt: this.clock.now(), ...evidence };
  }

  /** The key contains the address: the same group may be called at another one. */
  private callsOf(group: TerminalGroup): GroupCalls {
    const id = `${group.name} ${group.baseUrl}`;
    const known = this.groups.get(id);
    // The limits of a group that is found at run time may change.
    if (known && isDeepStrictEqual(known.limits, group.calls)) return known;
    const calls = new GroupCalls(group.calls, this.sharedBy(group));
    this.groups.set(id, calls);
    return calls;
  }

  /** The budget that a group shares with other processes, if it does. */
  private sharedBy({ name, calls }: TerminalGroup): SharedCalls | undefined {
    if (!this.shared && calls.budget === 'shared')
      this.logger.warn(
        `Terminal group ${name}: without a database, no budget of calls is shared; this process counts alone.`,
      );
    return this.shared?.counts(calls.budget) ? { budget: this.shared, group: name } : undefined;
  }
}
