import { Controller, Get, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import type { PageRequest } from '../../../pages/page-request.js';
import { GroupSwitches, HostGuard, SiteSettings } from '../../core/index.js';
import { ControlAnswers } from './control-answers.js';

/** The switches of accounts over HTTP, to read and to change. */
@Controller({ path: 'sandbox/switches', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SwitchesApiController {
  constructor(
    private readonly answers: ControlAnswers,
    private readonly switches: GroupSwitches,
    private readonly sites: SiteSettings,
  ) {}

  /** `GET /sandbox/switches`: those of each terminal group, by its name */
  @Get()
  async list(@Res() response: unknown): Promise<void> {
    await this.answers.answer(response, () =>
      Object.fromEntries(this.sites.list().map(({ group }) => [group, this.switches.of(group)])),
    );
  }

  /** `POST /sandbox/switches/{group}`, such as `{ "zeroAuthorisation": true }`: other switches do not change */
  @Post(':group')
  async set(@Param('group') group: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.answers.answerBody(request, response, (changes) => this.switches.set(group, changes));
  }
}
