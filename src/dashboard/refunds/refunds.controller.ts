import { Controller, Get, Param, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { isFiltered } from '../../pages/filter.parts.js';
import { cursorIn, PAGE_SIZE } from '../../pages/paging.js';
import type { Page, PageOptions } from '../../support/index.js';
import { daysBetween, readDays } from '../frame/day-filter.js';
import { isRowId, queryChoice, queryText, type PageRequest } from '../../pages/page-request.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import { REFUND_STATES } from '../../shop/refund-records/index.js';
import type { Refund } from '../../shop/refunds/index.js';
import { TerminalGroups } from '../../shop/core/index.js';
import { PATHS } from '../frame/dashboard.layout.js';
import { DashboardPages } from '../frame/dashboard-pages.js';
import { Needs } from '../frame/needs.decorator.js';
import { NEEDS, type Need } from '../frame/rights.js';
import { CsvExports } from '../frame/csv-exports.js';
import { EXPORT } from '../frame/export-link.view.js';
import type { LaneRow } from './lanes.view.js';
import { RefundDetailsService } from './refund-details.service.js';
import { refundColumns } from './refund-export.js';
import { refundPage } from './refund.view.js';
import { refundsPage, type RefundsFilter } from './refunds.view.js';
import { isRefundAction, REFUND_ACTIONS } from './refund-actions.js';

const LONGEST_ORDER_ID = 64;
/** The number of refunds that are drawn for a lane. */
const DRAWN = 60;

/** The actions on a lane, and the methods that carry them out. */
export const LANE_MOVES = { pause: 'pauseLane', resume: 'resumeLane' } as const;

const isLaneMove = (move: string): move is keyof typeof LANE_MOVES => Object.hasOwn(LANE_MOVES, move);

/** The most lanes that are shown with the list: a shop may have hundreds of groups. */
const MOST_LANES = 50;

/** Refunds: the list with its lanes, one refund, and its actions. */
@Controller({ path: PATHS.refunds, version: VERSION_NEUTRAL })
export class RefundsController {
  constructor(
    private readonly pages: DashboardPages,
    private readonly groups: TerminalGroups,
    private readonly details: RefundDetailsService,
    private readonly exports: CsvExports,
    @InjectPayments() private readonly payments: Payments,
  ) {}

  /** `GET <dashboard>/refunds`, query fields `order`, `state`, `group`, `batch`, `from`, `to`; `after`, `before` */
  @Get()
  async index(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const groups = this.groups.all.map(({ name }) => name);
    const filter = readFilter(request, groups);
    const cursor = cursorIn(request);
    const context = this.pages.context(request);
    const shown = cursor === null ? lanesOf(filter, groups) : [];
    const [list, lanes] = await Promise.all([
      this.list(filter, { cursor, limit: PAGE_SIZE }, context.timeZone),
      Promise.all(shown.map((group) => this.lane(group))),
    ]);
    this.pages.show(response, refundsPage({ filter, list, groups, lanes, context }));
  }

  /** `GET <dashboard>/refunds/export.csv`, the same query fields without those of pages */
  @Get(EXPORT)
  async export(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const filter = readFilter(
      request,
      this.groups.all.map(({ name }) => name),
    );
    const { timeZone } = this.pages.context(request);
    await this.exports.send(request, response, {
      name: 'refunds',
      columns: refundColumns(timeZone),
      read: (part) => this.list(filter, part, timeZone),
    });
  }

  /** `GET <dashboard>/refunds/{id}`; with `read=service` the service's current data is read */
  @Get(':id')
  async show(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const isAsked = queryText(request, 'read') === 'service';
    const file = isRowId(id) ? await this.details.read(id, isAsked) : null;
    if (file === null) return this.pages.missing(request, response, 'refund');
    this.pages.show(response, refundPage({ ...file, context: this.pages.context(request) }));
  }

  /** `POST <dashboard>/refunds/{id}/{cancel|decide}` */
  @Post(':id/:action')
  @Needs({ parameter: 'action', actions: NEEDS.refund satisfies Record<keyof typeof REFUND_ACTIONS, Need> })
  async act(
    @Param('id') id: string,
    @Param('action') action: string,
    @Req() request: PageRequest,
    @Res() response: unknown,
  ): Promise<void> {
    if (!isRefundAction(action) || !isRowId(id)) return this.pages.missing(request, response, 'action');
    const { refund: labels } = this.pages.context(request).labels;
    await this.pages.act(request, response, {
      fallback: `${PATHS.refunds}/${encodeURIComponent(id)}`,
      work: (form, decision) => REFUND_ACTIONS[action](this.payments.refunds, { id, form, decision, labels }),
    });
  }

  /** `POST <dashboard>/refunds/lanes/{group}/{pause|resume}` */
  @Post('lanes/:group/:action')
  @Needs({ parameter: 'action', actions: NEEDS.lane satisfies Record<keyof typeof LANE_MOVES, Need> })
  async steer(
    @Param('group') group: string,
    @Param('action') action: string,
    @Req() request: PageRequest,
    @Res() response: unknown,
  ): Promise<void> {
    if (!isLaneMove(action)) return this.pages.missing(request, response, 'action');
    if ((await this.groups.learn(group)) === null) return this.pages.missing(request, response, 'lane');
    const { lanes: labels } = this.pages.context(request).labels;
    await this.pages.act(request, response, {
      fallback: PATHS.refunds,
      work: async (_form, decision) => {
        await this.payments.refunds[LANE_MOVES[action]](group, decision);
        return labels.done[action](group);
      },
    });
  }

  private list(filter: RefundsFilter, part: PageOptions, timeZone: string): Promise<Page<Refund>> {
    return this.payments.refunds.list({
      ...(filter.order !== '' && { orderId: filter.order }),
      ...(filter.state !== null && { state: filter.state }),
      ...(filter.group !== null && { group: filter.group }),
      ...(filter.batch !== null && { batchId: filter.batch }),
      ...daysBetween(filter, timeZone),
      order: 'newest-first',
      ...part,
    });
  }

  private async lane(group: string): Promise<LaneRow> {
    const { refunds } = this.payments;
    const [lane, upcoming] = await Promise.all([refunds.lane(group), refunds.upcoming(group, { limit: DRAWN })]);
    return { lane, upcoming };
  }
}

/** Without another filter, a group's lane is shown, with the button that pauses it. */
function lanesOf(filter: RefundsFilter, groups: readonly string[]): readonly string[] {
  if (isFiltered({ ...filter, group: null })) return [];
  return filter.group === null ? groups.slice(0, MOST_LANES) : [filter.group];
}

function readFilter(request: PageRequest, groups: readonly string[]): RefundsFilter {
  const batch = queryText(request, 'batch');
  return {
    order: queryText(request, 'order').trim().slice(0, LONGEST_ORDER_ID),
    state: queryChoice(request, 'state', REFUND_STATES),
    group: queryChoice(request, 'group', groups),
    batch: isRowId(batch) ? batch : null,
    ...readDays(request),
  };
}
