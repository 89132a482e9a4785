import { Controller, Get, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { HostGuard } from '../../core/index.js';
import { queryValues, readForm, type PageRequest } from '../../../pages/page-request.js';
import { Responder } from '../../../pages/responder.js';
import type { CheckoutAnswer } from './checkout-answer.js';
import { CheckoutService } from './checkout.service.js';

/** The payment page of `payment_url`. */
@Controller({ path: 'pay', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class CheckoutController {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly responder: Responder,
  ) {}

  /** `GET /pay/{session_id}`; the query names the page of a method, and values for its form */
  @Get(':session')
  async show(@Param('session') session: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const [method = null, step = null, choice = null] = ['method', 'step', 'choice'].map(
      (name) => queryValues(request, name)[0] ?? null,
    );
    this.#answer(response, await this.checkout.show(session, { method, step, choice }));
  }

  /** `POST /pay/{session_id}`: the form of a method's page, or an `outcome` for any `method` */
  @Post(':session')
  async submit(
    @Param('session') session: string,
    @Req() request: PageRequest,
    @Res() response: unknown,
  ): Promise<void> {
    const form = (await readForm(request)) ?? new Map<string, string>();
    this.#answer(response, await this.checkout.submit(session, Object.fromEntries(form)));
  }

  #answer(response: unknown, answer: CheckoutAnswer): void {
    if ('location' in answer) this.responder.redirect(response, answer.location);
    else this.responder.html(response, answer.status, answer.page);
  }
}
