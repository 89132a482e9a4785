export { DataSourceModule } from './data-source.module.js';
export { SchemaReadiness } from './schema-readiness.js';
