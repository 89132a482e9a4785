/** The code of the payment method handler, which a payment method of the shop selects in the dashboard. */
export const TILLBRIDGE_HANDLER_CODE = 'tillbridge';

/** The code of the eligibility checker. */
export const TILLBRIDGE_CHECKER_CODE = 'tillbridge-eligibility';

/** The path of the service's notifications; the name of the terminal group follows. */
export const NOTIFICATION_PATH = 'payments/notifications';

/** The type of the history entries that this plugin writes on orders. */
export const TILLBRIDGE_HISTORY_TYPE = 'TILLBRIDGE';

/** The name under which the plugin logs. */
export const LOGGER_CONTEXT = 'Tillbridge';

/** The token of the plugin's options. */
export const PLUGIN_OPTIONS = Symbol('TillbridgePluginOptions');
