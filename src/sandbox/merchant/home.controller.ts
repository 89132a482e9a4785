import { Controller, Get, Inject, Req, Res, UseGuards } from '@nestjs/common';
import { HostGuard, PublicAddress, SANDBOX_SETTINGS, type SandboxSettings } from '../core/index.js';
import type { PageRequest } from '../../pages/page-request.js';
import { Responder } from '../../pages/responder.js';
import { SandboxPages } from './sandbox-pages.js';
import { MerchantTransactionList } from './merchant-transaction-list.js';
import { OrderExpiry } from '../payments/index.js';
import { homePage } from './home.view.js';

const ROWS = 10;
const EVERYTHING = { status: null, group: null, search: '' } as const;

/** The front page and the health check of a standalone sandbox; inside a host those paths are the host's own. */
@Controller()
@UseGuards(HostGuard)
export class HomeController {
  constructor(
    private readonly pages: SandboxPages,
    private readonly list: MerchantTransactionList,
    private readonly address: PublicAddress,
    private readonly expiry: OrderExpiry,
    private readonly responder: Responder,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `GET /`: the start page with the newest orders. */
  @Get()
  async home(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.expiry.runDue();
    const { items } = await this.list.page(EVERYTHING, null, ROWS);
    const groups = this.settings.accounts.map(({ name }) => name);
    const apiBase = `${this.address.base()}/v1/json`;
    this.pages.show(response, homePage({ rows: items, apiBase, groups, context: this.pages.context(request) }));
  }

  /** `GET /health`: answers as soon as orders can be created. */
  @Get('health')
  health(@Res() response: unknown): void {
    this.responder.json(response, 200, '{"status":"ok"}');
  }
}
