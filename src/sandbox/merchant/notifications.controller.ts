import { Controller, Get, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { HostGuard } from '../core/index.js';
import { queryChoice, type PageRequest } from '../../pages/page-request.js';
import { Sandbox } from '../control/index.js';
import { DeliveryList } from './delivery-list.js';
import { SandboxPages } from './sandbox-pages.js';
import { PATHS } from './merchant.layout.js';
import { notificationsPage, VERDICTS } from './notifications.view.js';
import { cursorIn } from '../../pages/paging.js';

/** The merchant pages about notifications: all deliveries, and sending again (spec §6). */
@Controller({ path: PATHS.notifications, version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class NotificationsController {
  constructor(
    private readonly pages: SandboxPages,
    private readonly list: DeliveryList,
    private readonly sandbox: Sandbox,
  ) {}

  /** `GET /merchant/notifications`, query fields `verdict`, `after`, `before` */
  @Get()
  async index(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const verdict = queryChoice(request, 'verdict', VERDICTS);
    const list = await this.list.page(verdict, cursorIn(request));
    this.pages.show(response, notificationsPage({ verdict, list, context: this.pages.context(request) }));
  }

  /** `POST /merchant/notifications/{id}/resend`; the id is that of a delivery */
  @Post(':id/resend')
  async resend(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.pages.act(request, response, {
      fallback: PATHS.notifications,
      work: async () => {
        const { orderId, cause, verdict, status } = await this.sandbox.resend(id);
        const reply = status === null ? '' : ` (HTTP ${status})`;
        return `The notification "${cause}" of ${orderId} was sent again: ${verdict}${reply}.`;
      },
    });
  }
}
