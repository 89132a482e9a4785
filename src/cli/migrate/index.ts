export { runMigrations } from './locked-run.js';
export { assertListed, migrationPlan } from './plan.js';
export { previewMigrations } from './preview.js';
