import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost } from '@nestjs/core';
import {
  ACKNOWLEDGEMENT,
  isPaymentError,
  PaymentError,
  REFUSAL_BODIES,
  sanitiseCause,
  sign,
} from '../../protocol/index.js';
import type { Clock } from '../../support/index.js';
import { TerminalGroups, type TerminalGroup } from '../terminal-groups/index.js';
import { messages } from '../tillbridge.messages.js';
import type { TillbridgeExtras } from '../tillbridge.options.js';
import { CLOCK, EXTRAS } from '../tillbridge.tokens.js';
import { BootCheckNonce } from './boot-check-nonce.js';
import { probe, type ProbeAnswer } from './boot-check.request.js';

/** Everything that a careless re-serialisation would change: spacing, an escaped slash, an accent, an emoji. */
const PROBE_ID = 'tillbridge-boot-check';
const PROBE_BODY = `{"order_id" : "${PROBE_ID}",  "description":"caf\u00e9 \u2615 a\\/b", "amount":1.0}`;

/**
 * Before the application takes requests, sends one signed notification through all of it and looks at the answer. What
 * would otherwise be found out in production, by orders that stay pending, is found out here (scenarios W1, X1, X2).
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
    const [group] = this.groups.all;
    if (!group || !this.adapterHost.httpAdapter) return;
    try {
      await this.check(group);
    } catch (error) {
      if (isPaymentError(error)) throw error;
      // A check that cannot be made is no reason not to start. The error itself holds the request: only its code is shown.
      this.logger.error(messages.bootCheckSkipped(sanitiseCause(error).message));
    }
  }

  private async check(group: TerminalGroup): Promise<void> {
    const prefix = [this.application.getGlobalPrefix(), ''].map((part) => part.replace(/^\/+|\/+$/g, ''));
    for (const path of new Set(prefix.map((part) => this.routePath(part)))) {
      const answer = await this.ask(group, path);
      if (answer.status === 404 && path !== this.routePath('')) continue;
      this.judge(answer, path, group);
      return;
    }
  }

  private routePath(prefix: string): string {
    const parts = [prefix, this.extras.notificationPath.replace(/^\/+|\/+$/g, '')];
    return `/${parts.filter((part) => part !== '').join('/')}`;
  }

  private ask(group: TerminalGroup, path: string): Promise<ProbeAnswer> {
    const timestamp = Math.floor(this.clock.now() / 1000);
    const { httpAdapter } = this.adapterHost;
    return probe(httpAdapter.getType(), httpAdapter.getInstance(), {
      path: `${path}/${group.name}?transactionid=${PROBE_ID}&timestamp=${timestamp}`,
      headers: {
        'content-type': 'application/json',
        auth: sign({ timestamp, body: PROBE_BODY, key: group.keys.current }),
        [BootCheckNonce.header]: this.nonce.value,
      },
      body: PROBE_BODY,
    });
  }

  private judge({ status, contentType, body }: ProbeAnswer, path: string, group: TerminalGroup): void {
    if (body === REFUSAL_BODIES.notReady) throw rawBodyMissing();
    const isAcknowledgement =
      status === ACKNOWLEDGEMENT.status && body === ACKNOWLEDGEMENT.body && contentType === ACKNOWLEDGEMENT.contentType;
    if (isAcknowledgement) {
      for (const each of this.groups.all) this.announce(each, `${path}/${each.name}`);
      return;
    }
    this.logger.error(messages.bootCheckFailed(`${path}/${group.name}`, status, body.slice(0, 100)));
  }

  private announce({ name, notificationUrl }: TerminalGroup, path: string): void {
    this.logger.log(messages.routeReady(name, notificationUrl, path));
    if (!notificationUrl.replace(/\/+$/, '').endsWith(path)) {
      this.logger.warn(messages.urlPathDiffers(name, notificationUrl, path));
    }
  }
}

const rawBodyMissing = (): PaymentError =>
  new PaymentError({
    code: 'RAW_BODY_MISSING',
    message: messages.rawBodyMissing,
    kind: 'configuration',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 500,
    advice: 'NestFactory.create(AppModule, { rawBody: true })',
  });
