import { Controller, Get, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import type { PageRequest } from '../../../pages/page-request.js';
import { HostGuard } from '../../core/index.js';
import { SandboxGiftCards } from '../../payments/index.js';
import { ControlAnswers } from './control-answers.js';

/** The gift cards of the test data over HTTP. */
@Controller({ path: 'sandbox/gift-cards', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class GiftCardsApiController {
  constructor(
    private readonly answers: ControlAnswers,
    private readonly cards: SandboxGiftCards,
  ) {}

  /** `GET /sandbox/gift-cards` */
  @Get()
  async list(@Res() response: unknown): Promise<void> {
    await this.answers.answer(response, () => this.cards.list());
  }

  /** `POST /sandbox/gift-cards` with `{"number": "111115", "balance": 10000}` */
  @Post()
  async load(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.answers.answerBody(request, response, ({ number, balance }) =>
      this.cards.load(String(number), typeof balance === 'number' ? balance : -1),
    );
  }
}
