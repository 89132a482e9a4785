import { Controller, Get, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { queryValues, type PageRequest } from '../../../pages/page-request.js';
import { HostGuard } from '../../core/index.js';
import { Sandbox } from '../sandbox.js';
import { ControlAnswers } from './control-answers.js';
import { applyOutcome } from './order-outcomes.js';
import { shownOrder } from './shown-order.js';

/** Orders over HTTP: how each stands, and what its shopper, the bank or the merchant does next. */
@Controller({ path: 'sandbox/orders', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class OrdersApiController {
  constructor(
    private readonly answers: ControlAnswers,
    private readonly sandbox: Sandbox,
  ) {}

  /** `GET /sandbox/orders/{order_id}?group` */
  @Get(':id')
  async read(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const [group] = queryValues(request, 'group');
    await this.answers.answer(response, async () => shownOrder(await this.sandbox.order(id, { group })));
  }

  /** `POST /sandbox/orders/{order_id}` with `{"outcome": "paid", "method": "VISA"}` */
  @Post(':id')
  async act(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.answers.answerBody(request, response, (body) => applyOutcome(this.sandbox, id, body));
  }
}
