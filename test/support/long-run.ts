/**
 * Whether everything is tried in full, as `npm run nightly` does: each scenario on every engine, and each volume at its size.
 * Without it a run before a merge tries the same scenarios, and less of each.
 */
export const isLongRun = process.env['TILLBRIDGE_LONG'] === '1';

/**
 * How much of something is tried.
 *
 * @example
 * const ORDERS = sized({ usual: 120, long: 10_000 });
 */
export const sized = <T>({ usual, long }: { readonly usual: T; readonly long: T }): T => (isLongRun ? long : usual);
