import { Controller, Get, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { HostGuard, type SiteChanges, SiteSettings } from '../../core/index.js';
import { queryValues, type PageRequest } from '../../../pages/page-request.js';
import { Sandbox } from '../sandbox.js';
import { ControlAnswers, ControlRefusal } from './control-answers.js';

/** The notification functions of a merchant's dashboard, over HTTP: the history, sending again, the site's address. */
@Controller({ path: 'sandbox', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class NotificationsApiController {
  constructor(
    private readonly answers: ControlAnswers,
    private readonly sandbox: Sandbox,
    private readonly sites: SiteSettings,
  ) {}

  /** `GET /sandbox/notifications?after&limit&group`: all of them, newest first */
  @Get('notifications')
  async list(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.answers.answer(response, () => {
      const [after] = queryValues(request, 'after');
      const [group] = queryValues(request, 'group');
      const [limit] = queryValues(request, 'limit');
      return this.sandbox.notifications({ after, group, limit: limit === undefined ? undefined : count(limit) });
    });
  }

  /** `GET /sandbox/deliveries?order_id&group`: every request sent about an order, oldest first */
  @Get('deliveries')
  async history(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.answers.answer(response, () => {
      const [orderId = ''] = queryValues(request, 'order_id');
      const [group] = queryValues(request, 'group');
      return this.sandbox.deliveries(orderId, { group });
    });
  }

  /** `POST /sandbox/resends`, `{ "id" }` of a notification or a delivery: sends it again now */
  @Post('resends')
  async resend(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.answers.answerBody(request, response, ({ id }) => {
      if (typeof id === 'string') return this.sandbox.resend(id);
      throw new ControlRefusal(400, 'id must be that of a notification or of a delivery.');
    });
  }

  /** `GET /sandbox/sites`: the site-level settings of each terminal group */
  @Get('sites')
  async readSites(@Res() response: unknown): Promise<void> {
    await this.answers.answer(response, () => this.sites.list());
  }

  /** `POST /sandbox/sites/{group}`, `{ "notification_url"?, "notification_method"? }` */
  @Post('sites/:group')
  async changeSite(
    @Param('group') group: string,
    @Req() request: PageRequest,
    @Res() response: unknown,
  ): Promise<void> {
    await this.answers.answerBody(request, response, (body) => {
      const { notification_url: notificationUrl, notification_method: notificationMethod } = body;
      const changes = { ...given({ notificationUrl }), ...given({ notificationMethod }) };
      if (isSiteChanges(changes)) return this.sites.change(group, changes);
      throw new ControlRefusal(400, 'notification_url must be text or null, notification_method POST or GET.');
    });
  }
}

function given(field: Record<string, unknown>): Record<string, unknown> {
  return Object.values(field)[0] === undefined ? {} : field;
}

function isSiteChanges(changes: { notificationUrl?: unknown; notificationMethod?: unknown }): changes is SiteChanges {
  const { notificationUrl = null, notificationMethod = 'POST' } = changes;
  const isUrl = notificationUrl === null || typeof notificationUrl === 'string';
  return isUrl && (notificationMethod === 'POST' || notificationMethod === 'GET');
}

function count(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ControlRefusal(400, 'limit must be a number.');
}
