import { Controller, Get, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { queryValues, type PageRequest } from '../../../pages/page-request.js';
import { HostGuard } from '../../core/index.js';
import { SandboxTokens } from '../../payments/index.js';
import { ControlAnswers, ControlRefusal } from './control-answers.js';

/** Stored means of payment, over HTTP: a list, and the expiry of cards. */
@Controller({ path: 'sandbox/tokens', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class TokensApiController {
  constructor(
    private readonly answers: ControlAnswers,
    private readonly tokens: SandboxTokens,
  ) {}

  /** `GET /sandbox/tokens?reference&group`: the stored tokens, oldest first */
  @Get()
  async list(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.answers.answer(response, () => {
      const [reference] = queryValues(request, 'reference');
      const [group] = queryValues(request, 'group');
      return this.tokens.list({ reference, group });
    });
  }

  /** `POST /sandbox/tokens/{token}`, `{ "expired": true }`: the card expires */
  @Post(':token')
  async expire(@Param('token') token: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.answers.answerBody(request, response, ({ expired }) => {
      if (expired === true) return this.tokens.expire(token);
      throw new ControlRefusal(400, 'expired must be true; the shop makes a card good again by its new expiry date.');
    });
  }
}
