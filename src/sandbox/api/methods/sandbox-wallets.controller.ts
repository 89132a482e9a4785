import { Controller, Inject, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import {
  faultAnswer,
  HostGuard,
  SANDBOX_SETTINGS,
  type SandboxSettings,
  type ServiceAnswer,
} from '../../core/index.js';
import type { PageRequest } from '../../../pages/page-request.js';
import { readBody, type BodyReading } from '../request-body.js';
import { ServiceGate } from '../service-gate.js';
import { applePaySession, readApplePayRequest } from './apple-pay-session.js';

/** Calls for wallets before a payment. */
@Controller({ path: 'v1/json/wallets', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxWalletsController {
  constructor(
    private readonly gate: ServiceGate,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `POST /v1/json/wallets/sessions/applepay` */
  @Post('sessions/applepay')
  applePay(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async () => this.#session(await readBody(request)));
  }

  #session(body: BodyReading): ServiceAnswer {
    if (!body.ok) return faultAnswer(body.fault);
    const reading = readApplePayRequest(body.body);
    return reading.ok
      ? this.gate.success(applePaySession(reading.request, this.settings.clock.now()))
      : faultAnswer(reading.fault);
  }
}
