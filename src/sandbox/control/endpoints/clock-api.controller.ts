import { Controller, Get, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { formatServiceTime } from '../../../protocol/index.js';
import { HostGuard, TimeTravel } from '../../core/index.js';
import type { PageRequest } from '../../../pages/page-request.js';
import { ControlAnswers, ControlRefusal, type ControlBody } from './control-answers.js';
import { readDuration, readInstant } from './duration.js';

const COMMANDS = 'Send one of {"set": instant}, {"advance": duration} and {"follow": true}.';

/** The sandbox's clock over HTTP, for tests in any language. */
@Controller({ path: 'sandbox/clock', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class ClockApiController {
  readonly #commands: Readonly<Record<string, (value: unknown) => Promise<number>>> = {
    set: (value) => this.#set(value),
    advance: (value) => this.#advance(value),
    follow: (value) => this.#follow(value),
  };

  constructor(
    private readonly answers: ControlAnswers,
    private readonly time: TimeTravel,
  ) {}

  /** `GET /sandbox/clock` */
  @Get()
  async read(@Res() response: unknown): Promise<void> {
    await this.answers.answer(response, () => this.#reading());
  }

  /** `POST /sandbox/clock`; answers once all work that became due is done */
  @Post()
  async move(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.answers.answerBody(request, response, async (body) => {
      const sent = await this.#obey(body);
      return { ...this.#reading(), sent };
    });
  }

  #obey(body: ControlBody): Promise<number> {
    const [[name, value] = [], ...others] = Object.entries(body);
    const known = name !== undefined && Object.hasOwn(this.#commands, name) ? this.#commands[name] : undefined;
    if (known === undefined || others.length > 0) throw new ControlRefusal(400, COMMANDS);
    return known(value);
  }

  #set(value: unknown): Promise<number> {
    const instant = readInstant(value);
    if (instant !== null) return this.time.set(instant);
    throw new ControlRefusal(400, 'set must be epoch milliseconds, or ISO 8601 with a zone: 2026-01-31T12:00:00Z.');
  }

  #advance(value: unknown): Promise<number> {
    const duration = readDuration(value);
    if (duration !== null) return this.time.advance(duration);
    throw new ControlRefusal(400, 'advance must be milliseconds, or an ISO 8601 duration: PT45M.');
  }

  async #follow(value: unknown): Promise<number> {
    if (value !== true) throw new ControlRefusal(400, COMMANDS);
    await this.time.follow();
    return 0;
  }

  #reading() {
    const { now, offsetMs } = this.time.reading();
    return { now, iso: `${formatServiceTime(now, 'UTC')}Z`, offset_ms: offsetMs, following: offsetMs === 0 };
  }
}
