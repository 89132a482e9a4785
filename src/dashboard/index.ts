export { TillbridgeDashboardModule } from './tillbridge-dashboard.module.js';
export type {
  DashboardGuard,
  DashboardOptions,
  DashboardRequest,
  DashboardRole,
  DashboardStructure,
  TillbridgeDashboardAsyncOptions,
  TillbridgeDashboardOptions,
} from './dashboard.options.js';
