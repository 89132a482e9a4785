import type { ServerResponse } from 'node:http';
import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import { SANDBOX_SETTINGS, SandboxFaults, whyRefused, type SandboxSettings } from '../../core/index.js';
import { pathOf } from '../../../pages/page-request.js';
import { CallFaults } from './call-faults.js';
import { apiCallOf } from './call-operation.js';
import type { FaultRequest } from './struck-call.js';

/** Applies all faults of the payment API, before guards and handlers, on Express and on Fastify. */
@Injectable()
export class FaultMiddleware implements NestMiddleware<FaultRequest, ServerResponse> {
  constructor(
    private readonly faults: SandboxFaults,
    private readonly callFaults: CallFaults,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Called by Nest for every request below `/v1/json`. */
  use(request: FaultRequest, response: ServerResponse, next: () => void): void {
    const { headers, method = '', originalUrl, url = '/' } = request;
    const asked = { headers, method, originalUrl, url };
    const path = pathOf(asked);
    const call = whyRefused(asked, this.settings.publicUrl) === null ? apiCallOf(method, path) : null;
    if (call === null) return next();
    const fault = this.faults.take({ operation: call.operation, target: `${method} ${path}` });
    if (fault === null) return next();
    this.callFaults.strike(fault, { call, request, response, next });
  }
}
