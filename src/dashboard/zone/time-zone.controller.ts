import { Controller, Get, Inject, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { PageRequest } from '../../pages/page-request.js';
import { Responder } from '../../pages/responder.js';
import { PATHS } from '../frame/dashboard.layout.js';
import { DashboardPages } from '../frame/dashboard-pages.js';
import { Needs } from '../frame/needs.decorator.js';
import { knownZone, zoneCookie } from './time-zone.js';
import { timeZonePage } from './time-zone.view.js';

/** The user's choice of a time zone: kept in a cookie, so it applies to this browser only. */
@Controller({ path: PATHS.zone, version: VERSION_NEUTRAL })
export class TimeZoneController {
  constructor(
    private readonly pages: DashboardPages,
    @Inject(Responder) private readonly responder: Responder,
  ) {}

  /** `GET <dashboard>/time-zone` */
  @Get()
  show(@Req() request: PageRequest, @Res() response: unknown): void {
    const context = this.pages.context(request);
    this.pages.show(response, timeZonePage({ context, shopZone: this.pages.shopZone, isWrong: false }));
  }

  /** `POST <dashboard>/time-zone`, field `zone`; empty: that of the shop */
  @Post()
  @Needs('nothing')
  async choose(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const form = await this.pages.receive(request, response);
    if (form === null) return;
    const context = this.pages.context(request);
    const wanted = form.get('zone') ?? '';
    const zone = knownZone(wanted);
    if (zone === null && wanted !== '')
      return this.pages.show(response, timeZonePage({ context, shopZone: this.pages.shopZone, isWrong: true }), 422);
    this.responder.cookie(response, zoneCookie(zone, context.base));
    this.pages.lead(response, context.base + PATHS.zone);
  }
}
