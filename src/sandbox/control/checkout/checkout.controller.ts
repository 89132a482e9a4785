import { Controller, Get, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { HostGuard } from '../../core/index.js';
import { readForm, type PageRequest } from '../../../pages/page-request.js';
import { Responder } from '../../../pages/responder.js';
import { CheckoutService, type CheckoutAnswer } from './checkout.service.js';

/** The payment page that `payment_url` leads to. */
@Controller({ path: 'pay', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class CheckoutController {
  constructor(
    private readonly checkout: CheckoutService,
    private readonly responder: Responder,
  ) {}

  /** `GET /pay/{session_id}` */
  @Get(':session')
  async show(@Param('session') session: string, @Res() response: unknown): Promise<void> {
    this.#answer(response, await this.checkout.show(session));
  }

  /** `POST /pay/{session_id}`, form fields `method` and `outcome` */
  @Post(':session')
  async submit(
    @Param('session') session: string,
    @Req() request: PageRequest,
    @Res() response: unknown,
  ): Promise<void> {
    const form = (await readForm(request)) ?? new Map<string, string>();
    const answer = await this.checkout.submit(session, { outcome: form.get('outcome'), method: form.get('method') });
    this.#answer(response, answer);
  }

  #answer(response: unknown, answer: CheckoutAnswer): void {
    if ('location' in answer) this.responder.redirect(response, answer.location);
    else this.responder.html(response, answer.status, answer.page);
  }
}
