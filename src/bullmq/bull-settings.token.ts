/** Token of the module's options with every default filled in. */
export const BULL_SETTINGS = 'TILLBRIDGE_BULL_SETTINGS';
