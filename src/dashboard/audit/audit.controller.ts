import { Controller, Get, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { cursorIn, PAGE_SIZE } from '../../pages/paging.js';
import type { PageRequest } from '../../pages/page-request.js';
import { DecisionLog } from '../../shop/admin/index.js';
import { CsvExports } from '../frame/csv-exports.js';
import { PATHS } from '../frame/dashboard.layout.js';
import { DashboardPages } from '../frame/dashboard-pages.js';
import { EXPORT } from '../frame/export-link.view.js';
import { auditColumns } from './audit-export.js';
import { logFilter, readAuditFilter } from './audit-filter.js';
import { auditPage } from './audit.view.js';

/** The decisions of staff: who, when, why, and about what. */
@Controller({ path: PATHS.audit, version: VERSION_NEUTRAL })
export class AuditController {
  constructor(
    private readonly pages: DashboardPages,
    private readonly log: DecisionLog,
    private readonly exports: CsvExports,
  ) {}

  /** `GET <dashboard>/audit`, query fields `by`, `kind`, `from`, `to`, `after`, `before` */
  @Get()
  async index(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const context = this.pages.context(request);
    const filter = readAuditFilter(request);
    const part = { cursor: cursorIn(request), limit: PAGE_SIZE };
    const list = await this.log.page({ ...logFilter(filter, context.timeZone), ...part });
    this.pages.show(response, auditPage({ filter, list, context }));
  }

  /** `GET <dashboard>/audit/export.csv`, the same query fields without those of pages */
  @Get(EXPORT)
  async export(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const { timeZone } = this.pages.context(request);
    const filter = logFilter(readAuditFilter(request), timeZone);
    await this.exports.send(request, response, {
      name: 'audit',
      columns: auditColumns(timeZone),
      read: (part) => this.log.page({ ...filter, ...part }),
    });
  }
}
