import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Clock } from '../../support/index.js';
import { HandlerExplorer } from '../effects/index.js';
import { BootCheck } from '../notifications/index.js';
import { ForeignOrders, GroupRenames, OrderRecheck } from '../admin/index.js';
import { ProcessRegistry, DiagnosticsService, KeyProbe } from '../diagnostics/index.js';
import { Payments } from './payments.js';
import { ErrorRedactor, TerminalGroups, CLOCK, DATA_SOURCE } from '../core/index.js';

/**
 * What the command line works with, found by one token: the application may have loaded another copy of the package (CJS)
 * than the command line (ESM), and then their classes differ.
 */
@Injectable()
export class CliContext {
  constructor(
    readonly payments: Payments,
    readonly groups: TerminalGroups,
    readonly bootCheck: BootCheck,
    readonly keyProbe: KeyProbe,
    readonly recheck: OrderRecheck,
    readonly foreignOrders: ForeignOrders,
    readonly renames: GroupRenames,
    readonly processes: ProcessRegistry,
    readonly diagnostics: DiagnosticsService,
    readonly handlers: HandlerExplorer,
    readonly errors: ErrorRedactor,
    @Inject(DATA_SOURCE) readonly dataSource: DataSource,
    @Inject(CLOCK) readonly clock: Clock,
  ) {}
}
