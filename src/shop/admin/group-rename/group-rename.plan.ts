import type { DataSource, EntityMetadata } from 'typeorm';
import { ownTables } from '../../../database/engine/index.js';

/** How the rows of a table belong to a terminal group. */
export interface GroupedTable {
  /** `by-attempt`: by its id at the service; `by-either`: by that or the id of the order; `single`: one row for each group. */
  readonly kind: 'by-order' | 'by-attempt' | 'by-either' | 'by-id' | 'single';
  readonly metadata: EntityMetadata;
}

/** In these tables `orderId` is the id that a notification or a person used for the order. */
const BY_EITHER: ReadonlySet<string> = new Set(['tillbridge_notification', 'tillbridge_decision']);

const has = ({ columns }: EntityMetadata, property: string): boolean =>
  columns.some(({ propertyName }) => propertyName === property);

function kindOf(metadata: EntityMetadata): GroupedTable['kind'] {
  if (BY_EITHER.has(metadata.givenTableName ?? '')) return 'by-either';
  if (has(metadata, 'orderId')) return 'by-order';
  if (has(metadata, 'serviceOrderId')) return 'by-attempt';
  return has(metadata, 'id') ? 'by-id' : 'single';
}

/**
 * Every table of the package whose rows have the name of a terminal group. They are found by the metadata, so that a later
 * table is not forgotten. The lane is not among them: its id is the name.
 */
export const groupedTables = (dataSource: DataSource): GroupedTable[] =>
  ownTables(dataSource)
    .filter((metadata) => has(metadata, 'group'))
    .map((metadata) => ({ kind: kindOf(metadata), metadata }));

/** The property lists that identify a row within a group: two groups may have equal ones. */
export function keysBesideGroup({ primaryColumns, uniques, indices }: EntityMetadata): string[][] {
  const keys = [
    primaryColumns,
    ...uniques.map(({ columns }) => columns),
    ...indices.filter(({ isUnique }) => isUnique).map(({ columns }) => columns),
  ];
  const named = keys.map((columns) => columns.map(({ propertyName }) => propertyName));
  return named.flatMap((key) => {
    const beside = key.filter((property) => property !== 'group');
    return key.includes('group') && beside.length > 0 ? [beside] : [];
  });
}
