/** What can go wrong with the sandbox itself, as opposed to what it answers on the wire (spec §7). */
export type SandboxErrorCode =
  | 'SANDBOX_OPTIONS_INVALID'
  | 'PORT_BUSY'
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

// A brand rather than instanceof: a host may hold both the ESM and the CJS copy of this class.
const BRAND = Symbol.for('tillbridge.SandboxError');

/**
 * Thrown by the sandbox's library face and by its start; never sent over HTTP. No field ever holds an API key.
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

  /** What a person should do about it. */
  readonly advice: string;

  constructor(code: SandboxErrorCode, message: string, details: { advice: string; cause?: unknown }) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.advice = details.advice;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/**
 * Tells a {@link SandboxError} from any other thrown value, whichever copy of the package made it.
 *
 * @example
 * ```ts
 * if (isSandboxError(error) && error.code === 'ORDER_UNKNOWN') console.error(error.advice);
 * ```
 */
export function isSandboxError(error: unknown): error is SandboxError {
  return typeof error === 'object' && error !== null && BRAND in error;
}
