import { Controller, Get, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { SandboxSessionEntity, SessionEvents } from '../../orders/index.js';
import { HostGuard, SandboxDatabase } from '../../core/index.js';
import { headerOf, type PageRequest } from '../../../pages/page-request.js';
import { Responder } from '../../../pages/responder.js';
import { openSessionStream } from './event-stream.js';
import { EventTokens } from './event-tokens.js';

const BEARER = /^bearer +/i;
const UNAUTHORIZED = 401;

/** The events of one order, as they happen (protocol §7.1). */
@Controller({ path: 'events', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxEventStreamController {
  constructor(
    private readonly tokens: EventTokens,
    private readonly events: SessionEvents,
    private readonly database: SandboxDatabase,
    private readonly responder: Responder,
  ) {}

  /** `GET /events/stream`, with the `events_token` of the order in `Authorization`, with or without `Bearer`. */
  @Get('stream')
  async stream(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const token = (headerOf(request, 'authorization') ?? '').replace(BEARER, '').trim();
    const grant = this.tokens.read(token);
    const id = grant?.sessionId ?? '';
    const session = await this.database.manager.findOneBy(SandboxSessionEntity, { id });
    if (grant === null || session === null) {
      return this.responder.json(response, UNAUTHORIZED, '{"message":"Unauthorized"}');
    }
    const stream = openSessionStream(response);
    const lastId = Number(headerOf(request, 'last-event-id') ?? 0);
    stream?.onClose(this.events.listen(session.orderKey, stream, Number.isFinite(lastId) ? lastId : 0));
  }
}
