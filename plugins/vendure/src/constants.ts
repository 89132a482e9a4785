/** The code of the payment method handler: what a payment method of the shop chooses in the dashboard. */
export const TILLBRIDGE_HANDLER_CODE = 'tillbridge';

/** The code of the eligibility checker. */
export const TILLBRIDGE_CHECKER_CODE = 'tillbridge-eligibility';

/** Where the service's notifications arrive; the name of the terminal group follows. */
export const NOTIFICATION_PATH = 'payments/notifications';

/** The type of the history entries that this plugin writes on orders. */
export const TILLBRIDGE_HISTORY_TYPE = 'TILLBRIDGE';

/** Under which name the plugin logs. */
export const LOGGER_CONTEXT = 'Tillbridge';

/** The token of the plugin's options. */
export const PLUGIN_OPTIONS = Symbol('TillbridgePluginOptions');
