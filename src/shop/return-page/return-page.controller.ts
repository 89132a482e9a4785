import { Controller, Get, Logger, Req, Res, VERSION_NEUTRAL, type Type } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import {
  callerAddress,
  CallerLimit,
  ErrorRedactor,
  messages,
  TerminalGroups,
  ThrottledLogger,
  type ReturnPageOptions,
} from '../core/index.js';
import { busyReply, replyTo, visitOf, type ReturnReply } from './return-page.answer.js';
import type { ReturnRequest } from './return-page.request.js';
import { ReturnPages } from './return-pages.js';

/** How often one caller may open the page. Many shoppers may share an address, for example behind a proxy that is not trusted. */
const FOR_EACH_CALLER = { times: 100, intervalMs: 10_000 };

/**
 * Makes the controller of the page to which the shopper returns, `GET <path>?transactionid=…` (spec §6), and
 * `GET <path>/<group>?transactionid=…` for shops whose groups have orders with the same ids. It answers without the host's
 * pipes and interceptors, on Express and on Fastify.
 */
export function createReturnController(options: ReturnPageOptions): Type {
  @Controller({ path: options.path, version: VERSION_NEUTRAL })
  class ReturnPageController {
    private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Return'));
    private readonly callers = new CallerLimit(FOR_EACH_CALLER);

    constructor(
      private readonly pages: ReturnPages,
      private readonly texts: ErrorRedactor,
      private readonly groups: TerminalGroups,
      private readonly adapterHost: HttpAdapterHost,
    ) {}

    @Get(['', ':group'])
    async show(@Req() request: ReturnRequest, @Res() response: unknown): Promise<void> {
      const { status, headers, body } = await this.reply(request);
      const { httpAdapter } = this.adapterHost;
      for (const [name, value] of Object.entries(headers)) httpAdapter.setHeader(response, name, value);
      httpAdapter.reply(response, body, status);
    }

    private async reply(request: ReturnRequest): Promise<ReturnReply> {
      if (!this.callers.admit(callerAddress(request, this.groups.trustedProxies)))
        return this.withFallback((each) => busyReply(request, each));
      const answer = await this.pages.answer(visitOf(request));
      return this.withFallback((each) => replyTo(request, answer, each));
    }

    /** A failure of the shop's own view or redirect must not leave the shopper without an answer. */
    private withFallback(reply: (each: ReturnPageOptions) => ReturnReply): ReturnReply {
      try {
        return reply(options);
      } catch (error) {
        this.logger.error(messages.returnViewFailed(this.texts.of(error)));
        return reply({ path: options.path, ...(options.texts && { texts: options.texts }) });
      }
    }
  }
  for (const decorate of options.decorators ?? []) decorate(ReturnPageController);
  return ReturnPageController;
}
