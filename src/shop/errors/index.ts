export { ErrorsModule } from './errors.module.js';
export type { ProblemDetails } from './problem-details.js';
export { TillbridgeExceptionFilter } from './tillbridge-exception.filter.js';
