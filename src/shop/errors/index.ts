export { acceptedLanguages } from './accept-language.js';
export { errorAnswerFaults, type ErrorAnswerOptions } from './errors.options.js';
export type { ProblemDetails } from './problem-details.js';
export { TillbridgeExceptionFilter } from './tillbridge.exception.filter.js';
export { UnlistedCodes } from './unlisted-codes.service.js';
