/** Token of the module's options with all defaults filled in. */
export const BULL_SETTINGS = 'TILLBRIDGE_BULL_SETTINGS';
