export { CallBudgetEntity } from './call-budget/call-budget.entity.js';
export { SharedCallBudget } from './call-budget/shared-call-budget.js';
export { DataSourceModule } from './data-source.module.js';
export { SchemaReadiness } from './schema-readiness.js';
