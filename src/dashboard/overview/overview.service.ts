import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import { DiagnosticsService, type DiagnosticsFigures } from '../../shop/diagnostics/index.js';
import { OrderSearch, type OrderLine } from '../../shop/admin/index.js';
import { DATA_SOURCE } from '../../shop/core/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import type { Refund } from '../../shop/refunds/index.js';
import { paymentsPerHour, refundsPerHour, type HourFigure } from './hourly-figures.js';
import { moneyFigures, type MoneyFigures } from './money-figures.js';
import { waitingByAge, type WaitingBand } from './waiting-ages.js';

/** The content of the overview. */
export interface Overview {
  readonly figures: DiagnosticsFigures;
  readonly payments: readonly HourFigure[];
  readonly refunds: readonly HourFigure[];
  readonly waiting: readonly WaitingBand[];
  readonly money: MoneyFigures;
  /** What has needed attention for the longest time; null if there is nothing. */
  readonly oldest: { readonly order: OrderLine | null; readonly refund: Refund | null };
}

/** Reads the overview of payments: each figure by an index, and bounded, however many orders there are. */
@Injectable()
export class OverviewService {
  constructor(
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly figures: DiagnosticsService,
    private readonly search: OrderSearch,
    @InjectPayments() private readonly payments: Payments,
  ) {}

  /** The current overview. @param timeZone - of the days */
  async read(timeZone: string): Promise<Overview> {
    const manager = masterManager(this.dataSource);
    const figures = await this.figures.read();
    // One after the other: a page must not take connections that payments need.
    const payments = await paymentsPerHour(manager, figures.at);
    const refunds = await refundsPerHour(manager, figures.at);
    const waiting = await waitingByAge(manager, figures.at);
    const money = await moneyFigures(manager, await this.search.groups(), { now: figures.at, timeZone });
    return { figures, payments, refunds, waiting, money, oldest: await this.oldest(figures) };
  }

  private async oldest({ orders, refunds }: DiagnosticsFigures): Promise<Overview['oldest']> {
    const order = orders.attention > 0 ? await this.search.oldestWithAttention() : null;
    if (refunds.manual === 0) return { order, refund: null };
    const { items } = await this.payments.refunds.list({ state: 'manual', order: 'oldest-first', limit: 1 });
    return { order, refund: items[0] ?? null };
  }
}
