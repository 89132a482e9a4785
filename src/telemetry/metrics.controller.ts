import { Controller, Get, Req, Res, UseGuards, VERSION_NEUTRAL, type CanActivate, type Type } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MetricsSource } from './metrics-source.js';

/** The request of either platform: Express uses Node's own, Fastify wraps it. */
type PlatformRequest = IncomingMessage & { readonly raw?: IncomingMessage };
type PlatformResponse = ServerResponse & { readonly raw?: ServerResponse; hijack?(): void };

/** How the route is mounted. */
export interface MetricsRoute {
  readonly path: string;
  readonly guards: readonly Type<CanActivate>[];
  readonly decorators: readonly ClassDecorator[];
}

/** Makes the controller of the metrics; each call makes a new class, so that no path leaks into another application. */
export function createMetricsController({ path, guards, decorators }: MetricsRoute): Type {
  @Controller({ path, version: VERSION_NEUTRAL })
  @UseGuards(...guards)
  class MetricsController {
    constructor(private readonly source: MetricsSource) {}

    /** The text format of Prometheus. It bypasses every interceptor of the host, because a changed text would not be valid. */
    @Get()
    read(@Req() request: PlatformRequest, @Res() response: PlatformResponse): void {
      response.hijack?.();
      this.source.exporter.getMetricsRequestHandler(request.raw ?? request, response.raw ?? response);
    }
  }
  for (const decorate of decorators) decorate(MetricsController);
  return MetricsController;
}
