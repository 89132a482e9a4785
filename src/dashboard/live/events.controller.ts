import { Controller, Get, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { openEventStream } from '../../pages/event-stream.js';
import { Responder } from '../../pages/responder.js';
import { EVENTS } from '../frame/dashboard.layout.js';
import { LiveUpdatesService } from './live-updates.service.js';

/** Tells open pages when to read themselves again. */
@Controller({ path: EVENTS, version: VERSION_NEUTRAL })
export class EventsController {
  constructor(
    private readonly updates: LiveUpdatesService,
    private readonly responder: Responder,
  ) {}

  /** `GET <dashboard>/events`: server-sent events `change`, which carry nothing */
  @Get()
  listen(@Res() response: unknown): void {
    // 204 tells an EventSource not to come again: the page stays as it was loaded.
    if (!this.updates.hasRoom) return this.responder.nothing(response);
    const stream = openEventStream(response);
    if (stream !== null) this.updates.listen(stream);
  }
}
