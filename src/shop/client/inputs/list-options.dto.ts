import { isWhole, May } from '../../core/index.js';
import type { ListOptions } from '../transaction-list.js';
import { IfGiven, inputOf } from './field.decorators.js';

/** Most pages that are read by default. */
export const DEFAULT_MAX_PAGES = 1_000;

const MAX_CURSOR = 2_048;

/** The rules for {@link ListOptions} (spec §4.3). */
export const ListOptionsDto = inputOf<ListOptions>({
  from: May('be a cursor', (value) => typeof value === 'string' && value.length > 0 && value.length <= MAX_CURSOR),
  direction: IfGiven('be older or newer', (value) => value === 'older' || value === 'newer'),
  maxPages: IfGiven('be a whole number from 1 to 1000000', (value) => isWhole(value, 1, 1_000_000)),
});
