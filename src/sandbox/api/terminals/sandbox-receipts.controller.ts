import { Controller, Get, Inject, Param, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import {
  faultAnswer,
  HostGuard,
  SANDBOX_SETTINGS,
  type SandboxAccount,
  type SandboxSettings,
  type ServiceAnswer,
} from '../../core/index.js';
import type { PageRequest } from '../../../pages/page-request.js';
import { OrderFinder, receipt } from '../../orders/index.js';
import { ServiceGate } from '../service-gate.js';

/** The receipts of tills (protocol §2.11). */
@Controller({ path: 'v1/json/pos', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxReceiptsController {
  constructor(
    private readonly gate: ServiceGate,
    private readonly finder: OrderFinder,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `GET /v1/json/pos/receipt/{order_id}` */
  @Get('receipt/:id')
  receipt(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, (account) => this.#print(account, id));
  }

  async #print(account: SandboxAccount, id: string): Promise<ServiceAnswer> {
    const order = await this.finder.find(account.name, id);
    if (order === null) return faultAnswer({ code: 1006, detail: 'no such order' });
    const { clock, timeZone } = this.settings;
    const printed = receipt(await this.finder.withTransaction(order), { now: clock.now(), timeZone });
    return printed === null
      ? faultAnswer({ code: 1006, detail: 'no receipt, because the order was not paid at a terminal' })
      : this.gate.success(printed);
  }
}
