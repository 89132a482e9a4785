import { Controller, Get, Param, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { amountText } from '../../pages/money-text.js';
import { queryText, type PageRequest } from '../../pages/page-request.js';
import { OrderDetailsService, type OrderDetails } from '../../shop/admin/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import { PATHS } from '../frame/dashboard.layout.js';
import { DashboardPages } from '../frame/dashboard-pages.js';
import { Needs } from '../frame/needs.decorator.js';
import { NEEDS, type Need } from '../frame/rights.js';
import { isOrderAction, ORDER_ACTIONS } from './order-actions.js';
import { ORDER, orderPath } from './order-address.js';
import { readArticles } from './order-articles.js';
import { orderPage } from './order.view.js';
import { RefundedArticles } from './refunded-articles.js';
import { StaffRefunds } from './staff-refunds.js';
import { readStoryPart } from './story-part.js';
import { SurplusRefunds } from './surplus-refunds.js';

const LONGEST_NAME = 64;
const ARTICLES_FORM = `/${ORDER}/articles?`;

/** One order with its story and its actions. */
@Controller({ path: PATHS.orders, version: VERSION_NEUTRAL })
export class OrdersController {
  constructor(
    private readonly pages: DashboardPages,
    private readonly details: OrderDetailsService,
    private readonly staffRefunds: StaffRefunds,
    private readonly surplus: SurplusRefunds,
    private readonly refunded: RefundedArticles,
    @InjectPayments() private readonly payments: Payments,
  ) {}

  /**
   * `GET <dashboard>/orders/order`, query fields `group`, `id`, `kind`, `part`; `articles=read` reads the articles from
   * the service, from the index `first` on
   */
  @Get(ORDER)
  async show(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const details = await this.named(request);
    if (details === null) return this.pages.missing(request, response, 'order');
    const context = this.pages.context(request);
    const isRefused = context.flash?.refused?.address.includes(ARTICLES_FORM) === true;
    const isAsked = isRefused || queryText(request, 'articles') === 'read';
    const first = queryText(request, 'first');
    const articles = isAsked
      ? await readArticles({ payments: this.payments, refunded: this.refunded }, details.order, first)
      : null;
    this.pages.show(response, orderPage({ details, part: readStoryPart(request), articles, context }));
  }

  /** `POST <dashboard>/orders/order/{sync|acknowledge|refund|articles|surplus|erase}`, query fields `group`, `id` */
  @Post(`${ORDER}/:action`)
  @Needs({ parameter: 'action', actions: NEEDS.order satisfies Record<keyof typeof ORDER_ACTIONS, Need> })
  async act(@Param('action') action: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    if (!isOrderAction(action)) return this.pages.missing(request, response, 'action');
    const name = nameIn(request);
    const { role, labels } = this.pages.context(request);
    const tools = { payments: this.payments, staffRefunds: this.staffRefunds, surplus: this.surplus };
    await this.pages.act(request, response, {
      fallback: orderPath(name),
      work: (form, decision) => ORDER_ACTIONS[action](tools, { ...name, form, decision, role, labels: labels.order }),
    });
  }

  private async named(request: PageRequest): Promise<OrderDetails | null> {
    const { group, orderId } = nameIn(request);
    return group === '' || orderId === '' ? null : this.details.of({ group, orderId }, amountText);
  }
}

function nameIn(request: PageRequest): { group: string; orderId: string } {
  const value = (name: string): string => queryText(request, name).slice(0, LONGEST_NAME);
  return { group: value('group'), orderId: value('id') };
}
