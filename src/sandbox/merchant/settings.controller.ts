import { Controller, Get, Inject, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { HostGuard } from '../http/host.guard.js';
import { PublicAddress } from '../http/public-address.js';
import type { SandboxRequest } from '../http/request.js';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { FrontDesk } from './front-desk.js';
import { groupsPage } from './groups.view.js';
import { PATHS } from './merchant.layout.js';

/** The merchant pages about how the sandbox is set up. */
@Controller({ version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SettingsController {
  constructor(
    private readonly front: FrontDesk,
    private readonly address: PublicAddress,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `GET /merchant`: the first of the merchant pages */
  @Get('merchant')
  index(@Res() response: unknown): void {
    this.front.lead(response, PATHS.transactions);
  }

  /** `GET /merchant/groups` */
  @Get(PATHS.groups)
  groups(@Req() request: SandboxRequest, @Res() response: unknown): void {
    const page = groupsPage(this.settings, `${this.address.base()}/v1/json`, this.front.desk(request));
    this.front.show(response, page);
  }
}
