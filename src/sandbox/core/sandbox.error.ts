/** Failures of the sandbox itself, unlike the errors that it answers on the wire (spec §7). */
export type SandboxErrorCode =
  | 'SANDBOX_OPTIONS_INVALID'
  | 'PORT_BUSY'
  | 'ADDRESS_UNUSABLE'
  | 'DRIVER_MISSING'
  | 'PLATFORM_MISSING'
  | 'ORDER_UNKNOWN'
  | 'OUTCOME_IMPOSSIBLE'
  | 'DELIVERY_UNKNOWN'
  | 'FAULT_INVALID'
  | 'TIME_INVALID'
  | 'SITE_INVALID'
  | 'TILL_UNKNOWN'
  | 'TOKEN_UNKNOWN'
  | 'SWITCH_INVALID'
  | 'GIFT_CARD_INVALID'
  | 'REFUND_IMPOSSIBLE';

// A brand instead of instanceof, because a host may load both the ESM and the CJS copy of this class.
const BRAND = Symbol.for('tillbridge.SandboxError');

/**
 * Thrown by the sandbox's library functions and by its start; never sent over HTTP. No field holds an API key.
 *
 * @example
 * ```ts
 * try {
 *   await startSandbox({ port: 4000, terminalGroups: [{ name: 'web', apiKey: 'sandbox-web' }] });
 * } catch (error) {
 *   if (isSandboxError(error) && error.code === 'PORT_BUSY') console.error(error.message, error.advice);
 * }
 * ```
 */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';

  /** Stable, for programs. */
  readonly code: SandboxErrorCode;

  /** What the user should do. */
  readonly advice: string;

  constructor(code: SandboxErrorCode, message: string, details: { advice: string; cause?: unknown }) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.advice = details.advice;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/**
 * Whether a thrown value is a {@link SandboxError}, from either copy of the package.
 *
 * @example
 * ```ts
 * if (isSandboxError(error) && error.code === 'ORDER_UNKNOWN') console.error(error.advice);
 * ```
 */
export function isSandboxError(error: unknown): error is SandboxError {
  return typeof error === 'object' && error !== null && BRAND in error;
}
