import { Controller, Get, Inject, Param, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import {
  ACCOUNT_NUMBER,
  faultAnswer,
  HostGuard,
  PublicAddress,
  SANDBOX_SETTINGS,
  type SandboxSettings,
  type ServiceAnswer,
  type ServiceJson,
  siteNumber,
} from '../../core/index.js';
import { pathOf, queryValues, type PageRequest } from '../../../pages/page-request.js';
import { ServiceGate } from '../service-gate.js';
import { findMethod, type SandboxMethod } from '../../orders/index.js';
import { listMethods } from './method-filter.js';
import { gatewayItem, paymentMethodItem, type ItemContext } from './method-items.js';

const ROUTE = /\/v1\/json\/.*$/;
const WHOLE_NUMBER = /^\d{1,15}$/;
const YES: ReadonlySet<string | null> = new Set(['1', 'true']);

type ItemOf = (method: SandboxMethod, context: ItemContext) => ServiceJson;

/** The account and its payment methods (protocol §1.2, §2.9). */
@Controller({ path: 'v1/json', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxGatewaysController {
  constructor(
    private readonly gate: ServiceGate,
    private readonly address: PublicAddress,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `GET /v1/json/me`: the account of the key. */
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
    return this.gate.handle({ request, response }, async () => this.#one(request, id, gatewayItem));
  }

  /** `GET /v1/json/payment-methods` */
  @Get('payment-methods')
  methods(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async () => this.#list(request, paymentMethodItem));
  }

  /** `GET /v1/json/payment-methods/{id}` */
  @Get('payment-methods/:id')
  method(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async () => this.#one(request, id, paymentMethodItem));
  }

  #list(request: PageRequest, itemOf: ItemOf): ServiceAnswer {
    const value = (name: string): string | null => queryValues(request, name)[0] || null;
    const amount = value('amount');
    const methods = listMethods({
      country: value('country'),
      currency: value('currency'),
      amount: amount !== null && WHOLE_NUMBER.test(amount) ? Number(amount) : null,
      type: value('type'),
      includeCoupons: YES.has(value('include_coupons')) || value('include') === 'coupons',
      groupCards: YES.has(value('group_cards')),
    });
    const context = this.#context(request);
    return this.gate.success(methods.map((method) => itemOf(method, context)));
  }

  #one(request: PageRequest, id: string, itemOf: ItemOf): ServiceAnswer {
    const method = findMethod(id);
    return method === null
      ? faultAnswer({ code: 1023, detail: 'this account has no such payment method' })
      : this.gate.success(itemOf(method, this.#context(request)));
  }

  // Under a host's global prefix, the paths of icons have that prefix too.
  #context(request: PageRequest): ItemContext {
    const base = this.address.base() + pathOf(request).replace(ROUTE, '');
    return { base, locale: queryValues(request, 'locale')[0] || null };
  }
}
