import { Controller, Get, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { openEventStream } from '../../pages/event-stream.js';
import { Responder } from '../../pages/responder.js';
import { EVENTS } from '../frame/dashboard.layout.js';
import { LiveUpdatesService } from './live-updates.service.js';

/** Tells open pages when to load again. */
@Controller({ path: EVENTS, version: VERSION_NEUTRAL })
export class EventsController {
  constructor(
    private readonly updates: LiveUpdatesService,
    private readonly responder: Responder,
  ) {}

  /** `GET <dashboard>/events`: server-sent events `change`, without data */
  @Get()
  listen(@Res() response: unknown): void {
    // With 204 an EventSource does not reconnect, and the page stays as it was loaded.
    if (!this.updates.hasRoom) return this.responder.nothing(response);
    const stream = openEventStream(response);
    if (stream !== null) this.updates.listen(stream);
  }
}
