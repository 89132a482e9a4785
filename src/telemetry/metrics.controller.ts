import { Controller, Get, Req, Res, UseGuards, VERSION_NEUTRAL, type CanActivate, type Type } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MetricsSource } from './metrics-source.js';

/** Either platform's: Express's are Node's own, Fastify's hold them. */
type PlatformRequest = IncomingMessage & { readonly raw?: IncomingMessage };
type PlatformResponse = ServerResponse & { readonly raw?: ServerResponse; hijack?(): void };

/** How the route is mounted. */
export interface MetricsRoute {
  readonly path: string;
  readonly guards: readonly Type<CanActivate>[];
  readonly decorators: readonly ClassDecorator[];
}

/** Makes the controller of the metrics; a class of its own for each call, so that no path leaks into another application. */
export function createMetricsController({ path, guards, decorators }: MetricsRoute): Type {
  @Controller({ path, version: VERSION_NEUTRAL })
  @UseGuards(...guards)
  class MetricsController {
    constructor(private readonly source: MetricsSource) {}

    /** In the text format of Prometheus, past every interceptor of the host: it would not be that any more. */
    @Get()
    read(@Req() request: PlatformRequest, @Res() response: PlatformResponse): void {
      response.hijack?.();
      this.source.exporter.getMetricsRequestHandler(request.raw ?? request, response.raw ?? response);
    }
  }
  for (const decorate of decorators) decorate(MetricsController);
  return MetricsController;
}
