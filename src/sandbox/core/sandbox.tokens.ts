/** Injection token of the checked {@link SandboxSettings}; text, so that both copies of the package agree on it. */
export const SANDBOX_SETTINGS = 'TILLBRIDGE_SANDBOX_SETTINGS';
