/** Injection token of the module's options, as given by the host. */
export const TILLBRIDGE_OPTIONS = 'TILLBRIDGE_OPTIONS';
/** Injection token of the structure that is fixed when the module is imported: paths, decorators. */
export const EXTRAS = 'TILLBRIDGE_EXTRAS';
/** Injection token of the {@link Clock} every decision of the module reads the time from. */
export const CLOCK = 'TILLBRIDGE_CLOCK';
/** Injection token of the source of the HTTP client that calls the service: not `HttpService`, which is the host's to set up. */
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
/** Injection token of the {@link ErrorAnswerOptions}: how failures are told to the shop's own clients. */
export const ERROR_ANSWERS = 'TILLBRIDGE_ERROR_ANSWERS';
/** Injection token of the options with every default filled in, see {@link TillbridgeSettings}. */
export const SETTINGS = 'TILLBRIDGE_SETTINGS';
/** Injection token of the jobs by which polling goes on schedule; nothing injects them, the host's scheduler finds them. */
export const POLL_JOBS = 'TILLBRIDGE_POLL_JOBS';
/** Injection token of the {@link ProcessRole}; nobody provides it in a server. */
export const PROCESS_ROLE = 'TILLBRIDGE_PROCESS_ROLE';
/** Injection token of the {@link CliContext} that the command line works with. */
export const CLI_CONTEXT = 'TILLBRIDGE_CLI_CONTEXT';
