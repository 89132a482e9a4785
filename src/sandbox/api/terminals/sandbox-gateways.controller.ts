import { Controller, Get, Inject, Param, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import {
  ACCOUNT_NUMBER,
  faultAnswer,
  HostGuard,
  SANDBOX_SETTINGS,
  type SandboxSettings,
  type ServiceAnswer,
  type ServiceJson,
  siteNumber,
} from '../../core/index.js';
import { queryValues, type PageRequest } from '../../../pages/page-request.js';
import { ServiceGate } from '../service-gate.js';
import { findGateway, gatewayItem, listGateways, paymentMethodItem, type Gateway } from './gateway-table.js';

/** What an account is and what it can offer (protocol §1.2, §2.9). */
@Controller({ path: 'v1/json', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxGatewaysController {
  constructor(
    private readonly gate: ServiceGate,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `GET /v1/json/me`: whose key this is. */
  @Get('me')
  me(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async (account) => {
      const site_id = siteNumber(account, this.settings.accounts);
      return this.gate.success({ account_id: ACCOUNT_NUMBER, role: 'merchant', site_id });
    });
  }

  /** `GET /v1/json/gateways` */
  @Get('gateways')
  gateways(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async () => this.#list(request, gatewayItem));
  }

  /** `GET /v1/json/gateways/{id}` */
  @Get('gateways/:id')
  gateway(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async () => this.#one(id, gatewayItem));
  }

  /** `GET /v1/json/payment-methods` */
  @Get('payment-methods')
  methods(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async () => this.#list(request, paymentMethodItem));
  }

  /** `GET /v1/json/payment-methods/{id}` */
  @Get('payment-methods/:id')
  method(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async () => this.#one(id, paymentMethodItem));
  }

  #list(request: PageRequest, itemOf: (gateway: Gateway) => ServiceJson): ServiceAnswer {
    const value = (name: string): string | null => queryValues(request, name)[0] || null;
    const groupCards = value('group_cards') === '1';
    const gateways = listGateways({ country: value('country'), currency: value('currency'), groupCards });
    return this.gate.success(gateways.map(itemOf));
  }

  #one(id: string, itemOf: (gateway: Gateway) => ServiceJson): ServiceAnswer {
    const gateway = findGateway(id);
    return gateway === null
      ? faultAnswer({ code: 1023, detail: 'this account has no such payment method' })
      : this.gate.success(itemOf(gateway));
  }
}
