import { Controller, Get, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import type { PageRequest } from '../../../pages/page-request.js';
import { HostGuard } from '../../core/index.js';
import type { SandboxTill } from '../../payments/index.js';
import { Sandbox } from '../sandbox.js';
import { ControlAnswers, ControlRefusal } from './control-answers.js';
import { applyOutcome, type ControlOutcome } from './order-outcomes.js';
import { shownOrder } from './shown-order.js';

const ENDS: readonly ControlOutcome[] = ['paid', 'declined', 'cancelled'];

/** The tills over HTTP: their orders, and the actions of their customers. */
@Controller({ path: 'sandbox/tills', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class TillsApiController {
  constructor(
    private readonly answers: ControlAnswers,
    private readonly sandbox: Sandbox,
  ) {}

  /** `GET /sandbox/tills` */
  @Get()
  async list(@Res() response: unknown): Promise<void> {
    await this.answers.answer(response, async () => (await this.sandbox.tills()).map(shownTill));
  }

  /** `POST /sandbox/tills/{group}/{terminal_id}` with `{"outcome": "paid", "method": "VISA", "tip": 200}` */
  @Post(':group/:id')
  async act(
    @Param('group') group: string,
    @Param('id') id: string,
    @Req() request: PageRequest,
    @Res() response: unknown,
  ): Promise<void> {
    await this.answers.answerBody(request, response, async (body) => {
      const till = (await this.sandbox.tills()).find((each) => each.group === group && each.id === id);
      if (till === undefined) throw new ControlRefusal(404, `The sandbox has no till "${id}" in the group "${group}".`);
      if (till.order === null) throw new ControlRefusal(400, 'There is no order on this till.');
      return applyOutcome(this.sandbox, till.order.orderId, { ...body, group }, ENDS);
    });
  }
}

function shownTill({ order, ...till }: SandboxTill): object {
  return { ...till, order: order === null ? null : shownOrder(order) };
}
