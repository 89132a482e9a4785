import { Controller, Get, Logger, Req, Res, VERSION_NEUTRAL, type Type } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { messages } from '../tillbridge.messages.js';
import { FailureTexts, ThrottledLogger } from '../workers/index.js';
import { replyTo, visitOf, type ReturnReply } from './return-page.answer.js';
import type { ReturnRequest } from './return-page.request.js';
import type { ReturnAnswer, ReturnPageOptions } from '../tillbridge.options.return-page.js';
import { ReturnPages } from './return-pages.service.js';

/**
 * Makes the controller of the page to which the shopper returns, `GET <path>?transactionid=…` (spec §6), and
 * `GET <path>/<group>?transactionid=…` for shops whose groups have orders of the same ids. It answers by itself, past the
 * host's pipes and interceptors, on Express and on Fastify.
 */
export function createReturnController(options: ReturnPageOptions): Type {
  @Controller({ path: options.path, version: VERSION_NEUTRAL })
  class ReturnPageController {
    private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Return'));

    constructor(
      private readonly pages: ReturnPages,
      private readonly texts: FailureTexts,
      private readonly adapterHost: HttpAdapterHost,
    ) {}

    @Get(['', ':group'])
    async show(@Req() request: ReturnRequest, @Res() response: unknown): Promise<void> {
      const { status, headers, body } = this.reply(request, await this.pages.answer(visitOf(request)));
      const { httpAdapter } = this.adapterHost;
      for (const [name, value] of Object.entries(headers)) httpAdapter.setHeader(response, name, value);
      httpAdapter.reply(response, body, status);
    }

    /** What the shop has put in its place must not keep the shopper from being told. */
    private reply(request: ReturnRequest, answer: ReturnAnswer): ReturnReply {
      try {
        return replyTo(request, answer, options);
      } catch (error) {
        this.logger.error(messages.returnPageFailed(this.texts.of(error)));
        return replyTo(request, answer, { path: options.path, ...(options.texts && { texts: options.texts }) });
      }
    }
  }
  for (const decorate of options.decorators ?? []) decorate(ReturnPageController);
  return ReturnPageController;
}
