/**
 * What an error says: surprises are not always Errors, and reading the `message` of one that is none would be the next failure.
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
