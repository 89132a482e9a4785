import { Controller, Get, Inject, Res, UseGuards } from '@nestjs/common';
import { HostGuard } from '../http/host.guard.js';
import { Responder } from '../http/responder.js';
import { OrderFinder } from '../orders/order-finder.js';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { OrderExpiry } from '../transactions/order-expiry.js';
import { homePage } from './home.view.js';

const ROWS = 50;

/** The front page and the health check of a standalone sandbox; inside a host those paths are the host's own. */
@Controller()
@UseGuards(HostGuard)
export class HomeController {
  constructor(
    private readonly finder: OrderFinder,
    private readonly expiry: OrderExpiry,
    private readonly responder: Responder,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `GET /`: the newest orders. */
  @Get()
  async home(@Res() response: unknown): Promise<void> {
    await this.expiry.runDue();
    const rows = await this.finder.newestVisits(ROWS);
    this.responder.html(response, 200, homePage(rows, this.settings.timeZone));
  }

  /** `GET /health`: answers as soon as orders can be taken. */
  @Get('health')
  health(@Res() response: unknown): void {
    this.responder.json(response, 200, '{"status":"ok"}');
  }
}
