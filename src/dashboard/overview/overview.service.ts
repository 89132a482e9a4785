import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import { DiagnosticsService, type DiagnosticsFigures } from '../../shop/diagnostics/index.js';
import { DATA_SOURCE } from '../../shop/core/index.js';
import { paymentsPerHour, refundsPerHour, type HourFigure } from './hourly-figures.js';
import { waitingByAge, type WaitingBand } from './waiting-ages.js';

/** What the overview shows. */
export interface Overview {
  readonly figures: DiagnosticsFigures;
  readonly payments: readonly HourFigure[];
  readonly refunds: readonly HourFigure[];
  readonly waiting: readonly WaitingBand[];
}

/** Reads how payments fare: each figure by an index, and bounded, however many orders there are. */
@Injectable()
export class OverviewService {
  constructor(
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly figures: DiagnosticsService,
  ) {}

  /** How payments fare now. */
  async read(): Promise<Overview> {
    const manager = masterManager(this.dataSource);
    const figures = await this.figures.read();
    // One after the other: a page must not take the pool's connections from payments.
    const payments = await paymentsPerHour(manager, figures.at);
    const refunds = await refundsPerHour(manager, figures.at);
    return { figures, payments, refunds, waiting: await waitingByAge(manager, figures.at) };
  }
}
