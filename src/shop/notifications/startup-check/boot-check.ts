import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost } from '@nestjs/core';
import {
  ACKNOWLEDGEMENT,
  isPaymentError,
  type PaymentError,
  REFUSAL_BODIES,
  sanitiseCause,
  sign,
} from '../../../protocol/index.js';
import type { Clock } from '../../../support/index.js';
import {
  TerminalGroups,
  type TerminalGroup,
  messages,
  refusal,
  type TillbridgeExtras,
  CLOCK,
  EXTRAS,
} from '../../core/index.js';
import { BootCheckNonce, PROBE_BODY, PROBE_ID } from './boot-check-nonce.js';
import { probe, type ProbeAnswer, type ProbeRequest } from './boot-check.request.js';

/** Where a test notification was sent, and the answer. */
export interface ProbedRoute {
  readonly path: string;
  readonly answer: ProbeAnswer;
}

/** What is needed to make a test notification. */
interface ProbedGroup {
  readonly name: string;
  readonly keys: { readonly current: string };
  readonly capabilities: Pick<TerminalGroup['capabilities'], 'urlFor'>;
}

/** Whether an answer is exactly an acknowledgement (spec §4.4). */
export const isExactlyOk = ({ status, contentType, body }: ProbeAnswer): boolean =>
  status === ACKNOWLEDGEMENT.status && body === ACKNOWLEDGEMENT.body && contentType === ACKNOWLEDGEMENT.contentType;

/**
 * Before the application takes requests, sends one signed notification through all of it and checks the answer. So a fault is
 * found here and not in production, where orders would stay pending (scenarios W1, X1, X2).
 */
@Injectable()
export class BootCheck {
  private readonly logger = new Logger('Tillbridge:Notifications');

  constructor(
    private readonly groups: TerminalGroups,
    private readonly nonce: BootCheckNonce,
    private readonly adapterHost: HttpAdapterHost,
    private readonly application: ApplicationConfig,
    @Inject(EXTRAS) private readonly extras: Required<TillbridgeExtras>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws PaymentError `RAW_BODY_MISSING` when signatures could never be verified: the host must not start */
  async run(): Promise<void> {
    const group = this.groups.all.find(({ keys }) => keys.gap === null) ?? this.standIn();
    if (!this.adapterHost.httpAdapter) return;
    try {
      this.report(await this.probe(group), group);
    } catch (error) {
      if (isPaymentError(error)) throw error;
      // If the check cannot run, the application still starts. The error holds the request, so only its code is shown.
      this.logger.error(messages.bootCheckSkipped(sanitiseCause(error).message));
    }
  }

  /** Sends a terminal group's test notification through the whole application, as the service would send one. */
  async probe(group: ProbedGroup): Promise<ProbedRoute> {
    const prefix = [this.application.getGlobalPrefix(), ''].map((part) => part.replace(/^\/+|\/+$/g, ''));
    const paths = [...new Set(prefix.map((part) => `${this.routePath(part)}/${group.name}`))];
    for (const path of paths.slice(0, -1)) {
      const answer = await this.ask(group, path);
      if (answer.status !== 404) return { path, answer };
    }
    const path = paths.at(-1)!;
    return { path, answer: await this.ask(group, path) };
  }

  /** A request with which the route can be checked from anywhere by the key: it is answered and not stored. */
  testRequest(group: ProbedGroup, path: string): ProbeRequest {
    const timestamp = Math.floor(this.clock.now() / 1000);
    return {
      path: `${group.capabilities.urlFor(path, PROBE_ID)}?transactionid=${PROBE_ID}&timestamp=${timestamp}`,
      headers: {
        'content-type': 'application/json',
        auth: sign({ timestamp, body: PROBE_BODY, key: group.keys.current }),
      },
      body: PROBE_BODY,
    };
  }

  /** Stands for the groups of a shop that finds all of them at run time, or has no valid key now: the route must work before. */
  private standIn(): ProbedGroup {
    return { name: PROBE_ID, keys: { current: this.nonce.key }, capabilities: { urlFor: (path) => path } };
  }

  private routePath(prefix: string): string {
    const parts = [prefix, this.extras.notificationPath.replace(/^\/+|\/+$/g, '')];
    return `/${parts.filter((part) => part !== '').join('/')}`;
  }

  private ask(group: ProbedGroup, path: string): Promise<ProbeAnswer> {
    const { httpAdapter } = this.adapterHost;
    const request = this.testRequest(group, path);
    const headers = { ...request.headers, [BootCheckNonce.header]: this.nonce.value };
    return probe(httpAdapter.getType(), httpAdapter.getInstance(), { ...request, headers });
  }

  private report({ path, answer }: ProbedRoute, group: ProbedGroup): void {
    if (answer.body === REFUSAL_BODIES.notReady) throw rawBodyMissing(this.extras.rawBodyAdvice);
    if (isExactlyOk(answer)) {
      const route = path.slice(0, -group.name.length);
      for (const each of this.groups.all) this.announce(each, `${route}${each.name}`);
      this.groups.whenLearnt((each) => this.warnOfPath(each, `${route}${each.name}`));
      return;
    }
    this.logger.error(messages.bootCheckFailed(path, answer.status, answer.body.slice(0, 100)));
  }

  private announce({ name, notificationUrl }: TerminalGroup, path: string): void {
    this.logger.log(messages.routeReady(name, notificationUrl, path));
    this.warnOfPath({ name, notificationUrl }, path);
  }

  private warnOfPath({ name, notificationUrl }: Pick<TerminalGroup, 'name' | 'notificationUrl'>, path: string): void {
    if (!notificationUrl.replace(/\/+$/, '').endsWith(path)) {
      this.logger.warn(messages.urlPathDiffers(name, notificationUrl, path));
    }
  }
}

const rawBodyMissing = (advice: string | undefined): PaymentError =>
  refusal({
    code: 'RAW_BODY_MISSING',
    message: messages.rawBodyMissing(advice),
    kind: 'configuration',
    advice: advice ?? 'NestFactory.create(AppModule, { rawBody: true })',
  });
