/**
 * Whether all is tested in full, as in `npm run nightly`: each scenario on every engine, and each volume at its full
 * size. Otherwise, in a run before a merge, the same scenarios run with less of each.
 */
export const isLongRun = process.env['TILLBRIDGE_LONG'] === '1';

/**
 * The size of a test.
 *
 * @example
 * const ORDERS = sized({ usual: 120, long: 10_000 });
 */
export const sized = <T>({ usual, long }: { readonly usual: T; readonly long: T }): T => (isLongRun ? long : usual);
