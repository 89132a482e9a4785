import { Controller, Get, Inject, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import {
  GroupSwitches,
  HostGuard,
  PublicAddress,
  SANDBOX_SETTINGS,
  type SandboxSettings,
  type SandboxSwitches,
} from '../core/index.js';
import type { PageRequest } from '../../pages/page-request.js';
import { SandboxPages } from './sandbox-pages.js';
import { groupsPage } from './groups.view.js';
import { PATHS } from './merchant.layout.js';
import { readSwitches } from './switch-fields.js';

/** The merchant pages about the sandbox's settings. */
@Controller({ version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SettingsController {
  constructor(
    private readonly pages: SandboxPages,
    private readonly address: PublicAddress,
    private readonly switches: GroupSwitches,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `GET /merchant`: the first of the merchant pages */
  @Get('merchant')
  index(@Res() response: unknown): void {
    this.pages.lead(response, PATHS.transactions);
  }

  /** `GET /merchant/groups` */
  @Get(PATHS.groups)
  groups(@Req() request: PageRequest, @Res() response: unknown): void {
    const { settings } = this;
    const switchesOf = (group: string): SandboxSwitches => this.switches.of(group);
    const apiBase = `${this.address.base()}/v1/json`;
    this.pages.show(response, groupsPage({ settings, switchesOf, apiBase, context: this.pages.context(request) }));
  }

  /** `POST /merchant/groups/{name}`, a form field for each switch */
  @Post(`${PATHS.groups}/:name`)
  async change(@Param('name') name: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.pages.act(request, response, {
      fallback: PATHS.groups,
      work: async (form) => {
        this.switches.set(name, readSwitches(form));
        return `The switches of ${name} were changed.`;
      },
    });
  }
}
