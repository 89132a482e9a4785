import { Controller, Get, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { PageRequest } from '../../pages/page-request.js';
import { PATHS } from '../frame/dashboard.layout.js';
import { DashboardPages } from '../frame/dashboard-pages.js';
import { OverviewService } from './overview.service.js';
import { overviewPage } from './overview.view.js';

/** The overview of payments. */
@Controller({ path: PATHS.overview, version: VERSION_NEUTRAL })
export class OverviewController {
  constructor(
    private readonly pages: DashboardPages,
    private readonly overviews: OverviewService,
  ) {}

  /** `GET <dashboard>` */
  @Get()
  async show(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const context = this.pages.context(request);
    this.pages.show(response, overviewPage({ overview: await this.overviews.read(context.timeZone), context }));
  }
}
