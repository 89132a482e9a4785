/** Injection token of the module's options, as given by the host. */
export const TILLBRIDGE_OPTIONS = 'TILLBRIDGE_OPTIONS';
/** Injection token of the structure that is fixed at the import of the module: paths, decorators. */
export const EXTRAS = 'TILLBRIDGE_EXTRAS';
/** Injection token of the {@link Clock} for every decision of the module. */
export const CLOCK = 'TILLBRIDGE_CLOCK';
/**
 * Injection token of the source of the HTTP client that calls the service. It is not `HttpService`, which the host may
 * configure.
 */
export const HTTP = 'TILLBRIDGE_HTTP';
/** Injection token of the TypeORM DataSource that holds the module's tables. */
export const DATA_SOURCE = 'TILLBRIDGE_DATA_SOURCE';
/** Injection token of the {@link Transactions} runner on that DataSource. */
export const TRANSACTIONS = 'TILLBRIDGE_TRANSACTIONS';
/** Injection token of the {@link CallBudget} that all processes share; it is not provided without a database. */
export const CALL_BUDGET = 'TILLBRIDGE_CALL_BUDGET';
/** Injection token of {@link DiagnosticsService}, for hosts that load the package twice (ESM and CJS). */
export const DIAGNOSTICS = 'TILLBRIDGE_DIAGNOSTICS';
/** Injection token of {@link Payments}, for hosts that load the package twice (ESM and CJS). */
export const PAYMENTS = 'TILLBRIDGE_PAYMENTS';
/** Injection token of the {@link ErrorAnswerOptions}: how failures are reported to the shop's own clients. */
export const ERROR_ANSWERS = 'TILLBRIDGE_ERROR_ANSWERS';
/** Injection token of the options with every default filled in, see {@link TillbridgeSettings}. */
export const SETTINGS = 'TILLBRIDGE_SETTINGS';
/** Injection token of the scheduled jobs of polling. Nothing injects them: the host's scheduler finds them. */
export const POLL_JOBS = 'TILLBRIDGE_POLL_JOBS';
/** Injection token of the {@link ProcessRole}. A server does not provide it. */
export const PROCESS_ROLE = 'TILLBRIDGE_PROCESS_ROLE';
/** Injection token of the {@link CliContext} that the command line works with. */
export const CLI_CONTEXT = 'TILLBRIDGE_CLI_CONTEXT';
