import {
  Module,
  UseGuards,
  UseInterceptors,
  type DynamicModule,
  type FactoryProvider,
  type Provider,
  type Type,
  type ValueProvider,
} from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { SignedFlash } from '../pages/signed-flash.js';
import { FormToken } from '../pages/form-token.js';
import { Responder } from '../pages/responder.js';
import {
  ALL_NAMES,
  checkDashboardOptions,
  checkStructure,
  DEFAULT_PATH,
  type TillbridgeDashboardAsyncOptions,
  type DashboardOptions,
  type DashboardStructure,
  type TillbridgeDashboardOptions,
} from './dashboard.options.js';
import { CONTROLLERS, PROVIDERS } from './dashboard.sections.js';
import { DASHBOARD_SETTINGS, DASHBOARD_STRUCTURE } from './dashboard.tokens.js';
import { AccessGuard } from './frame/access.guard.js';
import { CsvExports } from './frame/csv-exports.js';
import { DashboardPages } from './frame/dashboard-pages.js';
import { checkNeeds } from './frame/needs.decorator.js';
import { PageErrors } from './frame/page-errors.js';
import { Visitors } from './frame/visitors.js';

const withSecret = (Made: typeof FormToken | typeof SignedFlash): Provider => ({
  provide: Made,
  inject: [DASHBOARD_SETTINGS],
  useFactory: ({ formSecret }: DashboardOptions) => new Made(formSecret),
});

const FRAME: readonly Provider[] = [
  withSecret(FormToken),
  withSecret(SignedFlash),
  DashboardPages,
  CsvExports,
  Responder,
  Visitors,
];

/**
 * The pages for staff: current payments, orders and their timelines, refunds, batches, notifications. Only users that
 * the host's own guard admits can open them; without a guard it cannot be mounted.
 *
 * @example
 * ```ts
 * import { Module } from '@nestjs/common';
 * import { TillbridgeModule } from 'tillbridge';
 * import { TillbridgeDashboardModule, type DashboardRequest } from 'tillbridge/dashboard';
 *
 * interface StaffRequest extends DashboardRequest {
 *   staff: { name: string };
 * }
 *
 * @Module({
 *   imports: [
 *     TillbridgeModule.forRoot({ terminalGroups }),
 *     TillbridgeDashboardModule.forRoot({
 *       guard: StaffGuard,
 *       user: (request: StaffRequest) => request.staff.name,
 *     }),
 *   ],
 *   providers: [StaffGuard],
 * })
 * class AppModule {}
 * ```
 */
@Module({})
export class TillbridgeDashboardModule {
  /**
   * Mounts the dashboard.
   *
   * @throws PaymentError `DASHBOARD_UNGUARDED`, `OPTIONS_INVALID` (every fault listed)
   */
  static forRoot(options: TillbridgeDashboardOptions): DynamicModule {
    const { guard, path, decorators, imports, ...settings } = options ?? {};
    checkStructure({ guard, path });
    return mounted(
      { guard, path, decorators, imports },
      { provide: DASHBOARD_SETTINGS, useValue: checkDashboardOptions(settings, ALL_NAMES) },
    );
  }

  /**
   * Mounts the dashboard with options from a factory. Guard, path and decorators are needed before that.
   *
   * @throws PaymentError like {@link TillbridgeDashboardModule.forRoot}; for the options at the start of the
   *   application
   */
  static forRootAsync(options: TillbridgeDashboardAsyncOptions): DynamicModule {
    const { useFactory, inject = [], ...structure } = options ?? {};
    checkStructure(structure);
    return mounted(structure, {
      provide: DASHBOARD_SETTINGS,
      inject,
      useFactory: async (...given: unknown[]) => checkDashboardOptions(await useFactory(...given)),
    });
  }
}

type Settings = ValueProvider<DashboardOptions> | FactoryProvider<DashboardOptions>;

function mounted(structure: DashboardStructure, settings: Settings): DynamicModule {
  const { path = DEFAULT_PATH, decorators = [], imports = [] } = structure;
  return {
    module: TillbridgeDashboardModule,
    imports: [...imports, RouterModule.register([{ path, module: TillbridgeDashboardModule }])],
    controllers: CONTROLLERS.map((each) => guarded(each, decorators)),
    providers: [{ provide: DASHBOARD_STRUCTURE, useValue: structure }, settings, ...FRAME, ...PROVIDERS],
  };
}

/** Makes a new class for each mounting, so that decorators of one application never reach another. */
function guarded(controller: Type, decorators: readonly ClassDecorator[]): Type {
  checkNeeds(controller);
  class Guarded extends controller {}
  Object.defineProperty(Guarded, 'name', { value: controller.name });
  // Every mounted controller gets the guard here, so no section can be left without one.
  for (const decorate of [...decorators, UseGuards(AccessGuard), UseInterceptors(PageErrors)]) decorate(Guarded);
  return Guarded;
}
