import { isWhole, May } from '../../core/index.js';
import type { ListOptions } from '../transaction-list.js';
import { IfGiven } from './field.decorators.js';

/** Pages read at most when nothing is said. */
export const DEFAULT_MAX_PAGES = 1_000;

const MAX_CURSOR = 2_048;

/**
 * What is judged of {@link ListOptions} (spec §4.3).
 *
 * @example
 * ```ts
 * const options: ListOptionsDto = { from: '1756810000000456', maxPages: 50 };
 * ```
 */
export class ListOptionsDto implements ListOptions {
  @May('be a cursor', (value) => typeof value === 'string' && value.length > 0 && value.length <= MAX_CURSOR)
  from?: string | null;

  @IfGiven('be older or newer', (value) => value === 'older' || value === 'newer')
  direction?: 'older' | 'newer';

  @IfGiven('be a whole number from 1 to 1000000', (value) => isWhole(value, 1, 1_000_000))
  maxPages?: number;
}
