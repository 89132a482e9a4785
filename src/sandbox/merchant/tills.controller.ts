import { Controller, Get, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { HostGuard, isSandboxError } from '../core/index.js';
import type { PageRequest } from '../../pages/page-request.js';
import { Tills, type TillState } from '../payments/index.js';
import { SandboxPages } from './sandbox-pages.js';
import { PATHS } from './merchant.layout.js';
import { MerchantTills, TILL_ACTIONS } from './merchant-tills.js';
import { MerchantTransactionList } from './merchant-transaction-list.js';
import { tillPage, tillPath, tillsPage } from './tills.view.js';

const NEWEST = 10;

interface TillParams {
  readonly group: string;
  readonly id: string;
}

/** The merchant pages of the tills: a list, and for each the order that its customer should pay. */
@Controller({ path: PATHS.tills, version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class TillsController {
  constructor(
    private readonly pages: SandboxPages,
    private readonly tills: Tills,
    private readonly work: MerchantTills,
    private readonly list: MerchantTransactionList,
  ) {}

  /** `GET /merchant/tills` */
  @Get()
  async index(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    this.pages.show(response, tillsPage(await this.tills.all(), this.pages.context(request)));
  }

  /** `GET /merchant/tills/{group}/{terminal_id}` */
  @Get(':group/:id')
  async show(@Param() params: TillParams, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const till = await this.#find(params);
    if (till === null) return this.pages.missing(request, response, 'till');
    const rows = await this.list.ofTill({ group: till.group, terminalId: till.id }, NEWEST);
    this.pages.show(response, tillPage({ till, rows, context: this.pages.context(request) }));
  }

  /** `POST /merchant/tills/{group}/{terminal_id}/{action}`, form fields `order`, `method` and `tip` */
  @Post(':group/:id/:action')
  async act(
    @Param() { action: name, ...params }: TillParams & { readonly action: string },
    @Req() request: PageRequest,
    @Res() response: unknown,
  ): Promise<void> {
    const till = await this.#find(params);
    const action = TILL_ACTIONS.find((each) => each === name);
    if (till === null || action === undefined) return this.pages.missing(request, response, 'till');
    await this.pages.act(request, response, {
      fallback: tillPath(till),
      work: (form) => this.work.act({ group: till.group, terminalId: till.id }, action, form),
    });
  }

  async #find({ group, id }: TillParams): Promise<TillState | null> {
    try {
      return await this.tills.one({ group, terminalId: id });
    } catch (error) {
      if (isSandboxError(error) && error.code === 'TILL_UNKNOWN') return null;
      throw error;
    }
  }
}
