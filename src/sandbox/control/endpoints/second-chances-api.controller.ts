import { Controller, Get, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { queryValues, type PageRequest } from '../../../pages/page-request.js';
import { HostGuard } from '../../core/index.js';
import type { SandboxSecondChance } from '../../payments/index.js';
import { Sandbox } from '../sandbox.js';
import { ControlAnswers, ControlRefusal } from './control-answers.js';

/** The second links of abandoned payments over HTTP. */
@Controller({ path: 'sandbox/second-chances', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SecondChancesApiController {
  constructor(
    private readonly answers: ControlAnswers,
    private readonly sandbox: Sandbox,
  ) {}

  /** `GET /sandbox/second-chances?order_id&group`: the link of an order, if it was mailed */
  @Get()
  async read(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.answers.answer(response, async () => {
      const [orderId = ''] = queryValues(request, 'order_id');
      const [group] = queryValues(request, 'group');
      return shown(await this.sandbox.secondChance(orderId, { group }));
    });
  }

  /** `POST /sandbox/second-chances`, `{ "order_id", "group"? }`: mails it now */
  @Post()
  async send(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.answers.answerBody(request, response, async ({ order_id: orderId, group }) => {
      if (typeof orderId !== 'string') throw new ControlRefusal(400, 'order_id must be that of an order.');
      return shown(await this.sandbox.sendSecondChance(orderId, typeof group === 'string' ? { group } : {}));
    });
  }
}

const shown = ({ orderId, group, state, dueAt, mailedAt, paymentUrl }: SandboxSecondChance) => ({
  order_id: orderId,
  group,
  state,
  due_at: dueAt,
  mailed_at: mailedAt,
  payment_url: paymentUrl,
});
