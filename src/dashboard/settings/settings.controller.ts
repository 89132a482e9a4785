import { Controller, Get, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { PageRequest } from '../../pages/page-request.js';
import { TerminalGroups } from '../../shop/core/index.js';
import { PATHS } from '../frame/dashboard.layout.js';
import { DashboardPages } from '../frame/dashboard-pages.js';
import { settingsPage } from './settings.view.js';

/** The settings of the terminal groups, without secrets. */
@Controller({ path: PATHS.settings, version: VERSION_NEUTRAL })
export class SettingsController {
  constructor(
    private readonly pages: DashboardPages,
    private readonly groups: TerminalGroups,
  ) {}

  /** `GET <dashboard>/settings` */
  @Get()
  show(@Req() request: PageRequest, @Res() response: unknown): void {
    this.pages.show(response, settingsPage({ groups: this.groups.all, context: this.pages.context(request) }));
  }
}
