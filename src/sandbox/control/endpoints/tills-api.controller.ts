import { Controller, Get, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import type { PageRequest } from '../../../pages/page-request.js';
import { HostGuard } from '../../core/index.js';
import type { SandboxOrder, SandboxTill } from '../../payments/index.js';
import { Sandbox } from '../sandbox.js';
import { ControlAnswers, ControlRefusal, type ControlBody } from './control-answers.js';

const OUTCOMES = 'Send {"outcome": "paid"}, "declined" or "cancelled".';

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
      return shownOrder(await this.#end(group, till.order.orderId, body));
    });
  }

  #end(group: string, orderId: string, body: ControlBody): Promise<SandboxOrder> {
    const method = typeof body['method'] === 'string' ? body['method'] : undefined;
    switch (body['outcome']) {
      case 'paid':
        return this.sandbox.pay(orderId, { group, method, tip: tipOf(body), employee: employeeOf(body) });
      case 'declined':
        return this.sandbox.decline(orderId, { group, method });
      case 'cancelled':
        return this.sandbox.cancel(orderId, { group });
      default:
        throw new ControlRefusal(400, OUTCOMES);
    }
  }
}

// An invalid amount is refused with a text that says so.
function tipOf({ tip }: ControlBody): number | undefined {
  return tip === undefined || tip === null ? undefined : Number(tip);
}

function employeeOf({ employee }: ControlBody): { id: string; name: string } | undefined {
  if (typeof employee !== 'object' || employee === null) return undefined;
  const { id = '', name = '' } = employee as Readonly<Record<string, unknown>>;
  return { id: String(id), name: String(name) };
}

function shownTill({ order, ...till }: SandboxTill): object {
  return { ...till, order: order === null ? null : shownOrder(order) };
}

function shownOrder(order: SandboxOrder): object {
  const { orderId, status, financialStatus, amount, currency, transactionId } = order;
  return {
    order_id: orderId,
    status,
    financial_status: financialStatus,
    amount,
    currency,
    transaction_id: transactionId,
  };
}
