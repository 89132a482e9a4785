import type { DataSource, EntityMetadata } from 'typeorm';
import { ownTables } from '../../../database/engine/index.js';

/** How the rows of a table belong to a terminal group. */
export type GroupedTable =
  | { readonly kind: 'by-order'; readonly metadata: EntityMetadata }
  /** Rows that go by the id that an attempt has at the service. */
  | { readonly kind: 'by-attempt'; readonly metadata: EntityMetadata }
  /** Rows that go by either. */
  | { readonly kind: 'by-either'; readonly metadata: EntityMetadata }
  | { readonly kind: 'by-id'; readonly metadata: EntityMetadata }
  /** One row for each group. */
  | { readonly kind: 'single'; readonly metadata: EntityMetadata };

/** Of these tables `orderId` is what a notification or a person called the order. */
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
 * Every table of ours whose rows bear the name of a terminal group, asked of the metadata: a table that comes later is not
 * forgotten. The lane is not among them: its id is the name.
 */
export const groupedTables = (dataSource: DataSource): GroupedTable[] =>
  ownTables(dataSource)
    .filter((metadata) => has(metadata, 'group'))
    .map((metadata) => ({ kind: kindOf(metadata), metadata }));

/** The property lists by which a row is the only one of its kind within a group: two groups may have the same. */
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
