import { createHmac } from 'node:crypto';
import { Controller, Get, Inject, Param, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import {
  faultAnswer,
  HostGuard,
  SANDBOX_SETTINGS,
  type SandboxAccount,
  type SandboxSettings,
} from '../../core/index.js';
import type { PageRequest } from '../../../pages/page-request.js';
import { ServiceGate } from '../service-gate.js';
import { findMethod } from '../../orders/index.js';
import { CATEGORIES } from './categories.js';
import { issuersOf } from './method-items.js';

/** The lifetime of a token for payment components, in milliseconds. */
const TOKEN_MS = 600_000;
// Signed with the token, so that a token's signature never equals one of a notification.
const PURPOSE = 'token for payment components of the sandbox';

/** Lists and tokens that official clients request before a payment. */
@Controller({ path: 'v1/json', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxLookupsController {
  constructor(
    private readonly gate: ServiceGate,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `GET /v1/json/issuers/{gateway}`: the banks of a payment method. */
  @Get('issuers/:gateway')
  issuers(@Param('gateway') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async () => {
      const method = findMethod(id);
      return method === null
        ? faultAnswer({ code: 1023, detail: 'this account has no such payment method' })
        : this.gate.success(issuersOf(method));
    });
  }

  /** `GET /v1/json/auth/api_token`: with it a browser, which must not have the key, loads payment components. */
  @Get('auth/api_token')
  token(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async (account) =>
      this.gate.success({ api_token: componentsToken(account, this.settings.clock.now() + TOKEN_MS) }),
    );
  }

  /** `GET /v1/json/categories`: kinds of goods. */
  @Get('categories')
  categories(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async () =>
      this.gate.success(CATEGORIES.map(({ code, description }) => ({ code, description }))),
    );
  }
}

function componentsToken({ name, apiKey }: SandboxAccount, expiresAt: number): string {
  const payload = Buffer.from(JSON.stringify({ acc: name, exp: expiresAt })).toString('base64url');
  const key = createHmac('sha256', apiKey).update(PURPOSE).digest();
  return `pub.v2.${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}
