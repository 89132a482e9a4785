import { Controller, Get, Inject, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { formatServiceTime, parseServiceTime } from '../../protocol/index.js';
import { Agenda, HostGuard, SANDBOX_SETTINGS, SandboxError, type SandboxSettings, TimeTravel } from '../core/index.js';
import type { PageRequest } from '../../pages/page-request.js';
import { DAY_MS } from '../../support/index.js';
import { clockPage } from './clock.view.js';
import { SandboxPages } from './sandbox-pages.js';
import { PATHS } from './merchant.layout.js';

const STEP_MS: Readonly<Record<string, number>> = {
  minute: 60_000,
  quarter: 900_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** The merchant page of the sandbox's clock. */
@Controller({ path: PATHS.clock, version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class ClockController {
  constructor(
    private readonly pages: SandboxPages,
    private readonly agenda: Agenda,
    private readonly time: TimeTravel,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `GET /merchant/clock` */
  @Get()
  async show(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const nextDueAt = await this.agenda.nextDueAt();
    const page = clockPage({ reading: this.time.reading(), nextDueAt, context: this.pages.context(request) });
    this.pages.show(response, page);
  }

  /** `POST /merchant/clock`, form field `step` */
  @Post()
  async move(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.pages.act(request, response, {
      fallback: PATHS.clock,
      work: (form) => this.#move(form.get('step') ?? ''),
    });
  }

  async #move(step: string): Promise<string> {
    if (step === 'follow') {
      await this.time.follow();
      return 'The clock shows the real time again.';
    }
    const stepMs = step === 'midnight' ? this.#toMidnight() : STEP_MS[step];
    if (stepMs === undefined) {
      throw new SandboxError('TIME_INVALID', 'Please choose how far the clock is put forward.', { advice: '' });
    }
    const sent = await this.time.advance(stepMs);
    const what = sent === 0 ? 'nothing was' : `${sent} ${sent === 1 ? 'notification was' : 'notifications were'}`;
    return `The clock was put forward; ${what} due and sent on the way.`;
  }

  // The next beginning of a day in the sandbox's zone; a day may have 23 or 25 hours.
  #toMidnight(): number {
    const now = this.settings.clock.now();
    const { timeZone } = this.settings;
    const dayOf = (at: number): string => formatServiceTime(at, timeZone).slice(0, 10);
    const tomorrow = [1, 1.25].map((days) => dayOf(now + days * DAY_MS)).find((day) => day !== dayOf(now));
    return (parseServiceTime(`${tomorrow}T00:00:00`, timeZone) ?? now + DAY_MS) - now;
  }
}
