import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import { DiagnosticsService, type DiagnosticsFigures } from '../../shop/diagnostics/index.js';
import { DATA_SOURCE } from '../../shop/core/index.js';
import { paymentsPerHour, refundsPerHour, type HourFigure } from './hourly-figures.js';
import { waitingByAge, type WaitingBand } from './waiting-ages.js';

/** What the overview shows. */
export interface Overview {
  readonly vitals: DiagnosticsFigures;
  readonly payments: readonly HourFigure[];
  readonly refunds: readonly HourFigure[];
  readonly waiting: readonly WaitingBand[];
}

/** Reads how payments fare: each figure by an index, and bounded, however many orders there are. */
@Injectable()
export class OverviewService {
  constructor(
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly vitals: DiagnosticsService,
  ) {}

  /** How payments fare now. */
  async read(): Promise<Overview> {
    const manager = masterManager(this.dataSource);
    const vitals = await this.vitals.read();
    // One after the other: a page must not take the pool's connections from whoever earns the money.
    const payments = await paymentsPerHour(manager, vitals.at);
    const refunds = await refundsPerHour(manager, vitals.at);
    return { vitals, payments, refunds, waiting: await waitingByAge(manager, vitals.at) };
  }
}
