import { Controller, Param, Patch, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { HostGuard } from '../../core/index.js';
import type { PageRequest } from '../../../pages/page-request.js';
import { CaptureRequests } from './capture-requests.js';
import { readBody } from '../request-body.js';
import { ServiceGate } from '../service-gate.js';

/** Captures and releases of reserved money (protocol §2.4). */
@Controller({ path: 'v1/json', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxCapturesController {
  constructor(
    private readonly gate: ServiceGate,
    private readonly captures: CaptureRequests,
  ) {}

  /** `POST /v1/json/orders/{order_id}/capture` */
  @Post('orders/:id/capture')
  capture(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async (account) =>
      this.captures.capture({ account, id }, await readBody(request)),
    );
  }

  /** `PATCH /v1/json/capture/{order_id}` */
  @Patch('capture/:id')
  release(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async (account) =>
      this.captures.release({ account, id }, await readBody(request)),
    );
  }
}
