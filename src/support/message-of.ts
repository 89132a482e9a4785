/**
 * The message of an error. A thrown value may not be an Error, and reading `message` of it could throw again.
 *
 * @example
 * messageOf(new Error('The disk is full')); // 'The disk is full'
 */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return `something was thrown that cannot be shown as text (${typeof error})`;
  }
}
