/** Injection token of the checked {@link SandboxSettings}; text, so that both copies of the package use the same one. */
export const SANDBOX_SETTINGS = 'TILLBRIDGE_SANDBOX_SETTINGS';
