import 'reflect-metadata';
import { IsIn, IsInt, IsString, Length, Max, Min, ValidateIf } from 'class-validator';
import type { ListOptions } from '../transaction-list.js';
import { IfSaid } from './if-said.js';

/** Pages read at most when nothing is said. */
export const DEFAULT_MAX_PAGES = 1_000;

/**
 * Shape of {@link ListOptions}, for class-validator (spec §4.3).
 *
 * @example
 * ```ts
 * const options: ListOptionsDto = { from: '1756810000000456', maxPages: 50 };
 * ```
 */
export class ListOptionsDto implements ListOptions {
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsString({ message: 'from must be a cursor' })
  @Length(1, 2_048, { message: 'from must be a cursor' })
  from?: string | null;

  @IfSaid()
  @IsIn(['older', 'newer'], { message: 'direction must be older or newer' })
  direction?: 'older' | 'newer';

  @IfSaid()
  @IsInt({ message: 'maxPages must be a whole number' })
  @Min(1, { message: 'maxPages must be at least 1' })
  @Max(1_000_000, { message: 'maxPages must be at most 1000000' })
  maxPages?: number;
}
