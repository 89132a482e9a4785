import { Controller, Get, Inject, Param, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { formatServiceTime } from '../../../protocol/index.js';
import {
  groupNumber,
  HostGuard,
  SANDBOX_SETTINGS,
  type SandboxAccount,
  type SandboxSettings,
  type ServiceAnswer,
  type ServiceJson,
  writeServiceJson,
} from '../../core/index.js';
import { queryValues, type PageRequest } from '../../../pages/page-request.js';
import { ServiceGate } from '../service-gate.js';

const NO_ACCESS: ServiceAnswer = { status: 403, text: '{"success":false,"error":{"message":"no access"}}' };
const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 100;

/** The tills of an account (protocol §2.10). Refusals here have an envelope of their own. */
@Controller({ path: 'v1/json', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxTerminalsController {
  readonly #installedAt: string;

  constructor(
    private readonly gate: ServiceGate,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {
    // Unlike the times of an order, these contain their zone.
    this.#installedAt = `${formatServiceTime(settings.clock.now(), 'UTC')}Z`;
  }

  /** `GET /v1/json/terminals`: the tills of every group of the key's website. */
  @Get('terminals')
  all(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async ({ site }) =>
      this.#list(
        request,
        this.settings.accounts.filter((account) => account.site === site),
      ),
    );
  }

  /** `GET /v1/json/terminal-groups/{group_id}/terminals`: by the group's number, or by its name. */
  @Get('terminal-groups/:group/terminals')
  ofGroup(@Param('group') group: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async (account) => {
      const isOwn = group === account.name || group === String(groupNumber(account, this.settings.accounts));
      return isOwn ? this.#list(request, [account]) : NO_ACCESS;
    });
  }

  #list(request: PageRequest, accounts: readonly SandboxAccount[]): ServiceAnswer {
    const items = accounts.flatMap((account) => this.#itemsOf(account));
    const page = wholeNumber(request, 'page', 1);
    const limit = Math.min(wholeNumber(request, 'limit', DEFAULT_PAGE), LARGEST_PAGE);
    const data = items.slice((page - 1) * limit, page * limit);
    const json = { success: true, data, pager: { limit, page, total_items: items.length } };
    return { status: 200, text: writeServiceJson(json, this.settings) };
  }

  #itemsOf(account: SandboxAccount): ServiceJson[] {
    return account.terminals.map(({ id, name = id, provider = 'SMARTPOS', active = true }) => ({
      id,
      name,
      provider,
      active,
      country: 'NL',
      created: this.#installedAt,
      group_id: groupNumber(account, this.settings.accounts),
      last_updated: this.#installedAt,
      manufacturer_id: null,
      serial_number: null,
    }));
  }
}

function wholeNumber(request: PageRequest, name: string, usual: number): number {
  const [text = ''] = queryValues(request, name);
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : usual;
}
