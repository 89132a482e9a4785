import type { DataSource, EntityManager, EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import { engineOf, type Engine } from './engine.js';
import { quotePath } from './quote-path.js';

/** Below the limit of parameters of every engine (SQLite 32 766, PostgreSQL 65 535). */
const MAX_PARAMETERS = 30_000;

/** A statement in the driver's form. */
export interface Statement {
  readonly sql: string;
  readonly parameters: unknown[];
}

/** SQL after the values: what happens to a row whose unique columns exist already. */
export type ConflictClause = (row: RowMaker) => string;

type Column = EntityMetadata['columns'][number];

const isServerNumbered = (engine: Engine): boolean => engine === 'postgres';

/**
 * Turns rows of one entity into statements of many rows. TypeORM's query builder does the same for any query, but takes
 * several times as long as the database and the network together (decision 018).
 */
export class RowMaker {
  private static readonly known = new WeakMap<EntityMetadata, Map<string, RowMaker>>();
  private readonly engine: Engine;
  private readonly columns = new Map<string, Column>();
  private readonly escaped = new Map<string, string>();
  private selecting: string | undefined;
  /** All columns; the columns of a table with an alias get names of their own. */
  readonly selected: string;

  private constructor(
    private readonly dataSource: DataSource,
    private readonly metadata: EntityMetadata,
    private readonly alias: string,
  ) {
    this.engine = engineOf(dataSource);
    const before = alias === '' ? '' : `${dataSource.driver.escape(alias)}.`;
    for (const column of metadata.columns) {
      this.columns.set(column.propertyName, column);
      this.escaped.set(column.propertyName, `${before}${dataSource.driver.escape(column.databaseName)}`);
    }
    const columns = metadata.columns.map((column) => {
      const name = this.column(column.propertyName);
      return alias === '' ? name : `${name} AS ${dataSource.driver.escape(this.nameOf(column))}`;
    });
    this.selected = columns.join(', ');
  }

  /**
   * The maker for an entity of a DataSource.
   *
   * @param alias - the table's alias in a statement that reads another table too
   */
  static of<E extends ObjectLiteral>(dataSource: DataSource, entity: EntityTarget<E>, alias = ''): RowMaker {
    const metadata = dataSource.getMetadata(entity);
    const makers = RowMaker.known.get(metadata) ?? new Map<string, RowMaker>();
    RowMaker.known.set(metadata, makers);
    const known = makers.get(alias) ?? new RowMaker(dataSource, metadata, alias);
    makers.set(alias, known);
    return known;
  }

  /** The escaped column name of a property. */
  column(property: string): string {
    return this.escaped.get(property) ?? this.dataSource.driver.escape(property);
  }

  /** The escaped name of the table. */
  get table(): string {
    return quotePath(this.dataSource.driver, this.metadata.tablePath);
  }

  /** The beginning of a statement that reads whole rows, before its conditions. */
  get select(): string {
    this.selecting ??= `SELECT ${this.selected} FROM ${this.table} WHERE`;
    return this.selecting;
  }

  /** The table with its alias. */
  get from(): string {
    return `${this.table} ${this.dataSource.driver.escape(this.alias)}`;
  }

  /** `column = placeholder` for each property, for conditions or SET; the first value has the number 1. */
  equations(properties: readonly string[]): string[] {
    return properties.map((property, index) => `${this.column(property)} = ${this.placeholder(index + 1)}`);
  }

  /** The value of a property, in the driver's form. */
  valueOf(property: string, value: unknown): unknown {
    const column = this.columns.get(property);
    return column ? (this.dataSource.driver.preparePersistentValue(value, column) as unknown) : value;
  }

  /** Properties that every row must have: their columns have no default and must not be null. */
  get required(): string[] {
    const columns = this.metadata.columns.filter(
      ({ isNullable, default: value }) => !isNullable && value === undefined,
    );
    return columns.map(({ propertyName }) => propertyName);
  }

  /** The placeholders of a list; the first one has the number `first`. */
  placeholders(count: number, first = 1): string {
    return Array.from({ length: count }, (_, index) => this.placeholder(first + index)).join(', ');
  }

  /**
   * Inserts rows. A property that no row has gets the column's default. A property that only some rows have is NULL in
   * the others.
   */
  *inserts<E extends ObjectLiteral>(rows: readonly E[], onConflict?: ConflictClause): Generator<Statement> {
    const columns = this.metadata.columns.filter(({ propertyName }) =>
      rows.some((row) => row[propertyName] !== undefined),
    );
    const batchSize = Math.floor(MAX_PARAMETERS / columns.length);
    const end = onConflict ? ` ${onConflict(this)}` : '';
    for (let start = 0; start < rows.length; start += batchSize) {
      const batch = rows.slice(start, start + batchSize);
      const sql = `${this.head(columns)} ${this.tuples(batch.length, columns.length)}${end}`;
      yield { sql, parameters: batch.flatMap((row) => this.valuesOf(row, columns)) };
    }
  }

  /** Makes an entity from a raw row of the driver. */
  toEntity<E extends ObjectLiteral>(raw: Readonly<Record<string, unknown>>): E {
    const entity = this.metadata.create() as E;
    for (const column of this.metadata.columns) {
      const value: unknown = this.dataSource.driver.prepareHydratedValue(raw[this.nameOf(column)], column);
      Reflect.set(entity, column.propertyName, value);
    }
    return entity;
  }

  private nameOf({ databaseName }: Column): string {
    return this.alias === '' ? databaseName : `${this.alias}_${databaseName}`;
  }

  private head(columns: readonly Column[]): string {
    const names = columns.map(({ databaseName }) => this.dataSource.driver.escape(databaseName)).join(', ');
    return `INSERT INTO ${this.table}(${names}) VALUES`;
  }

  private tuples(rows: number, width: number): string {
    if (!isServerNumbered(this.engine))
      return Array<string>(rows)
        .fill(`(${this.placeholders(width)})`)
        .join(', ');
    return Array.from({ length: rows }, (_, row) => `(${this.placeholders(width, row * width + 1)})`).join(', ');
  }

  private placeholder(number: number): string {
    return isServerNumbered(this.engine) ? `$${number}` : '?';
  }

  private valuesOf(row: ObjectLiteral, columns: readonly Column[]): unknown[] {
    return columns.map((column) => {
      const value: unknown = row[column.propertyName];
      return this.dataSource.driver.preparePersistentValue(value === undefined ? null : value, column) as unknown;
    });
  }
}

/**
 * Inserts many rows with one statement. Like the entity manager's `insert`, but it does not fill generated values in.
 *
 * @example
 * await insertRows(em, ObservationEntity, [{ group: 'web', orderId: 'S1' }]);
 */
export async function insertRows<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  rows: readonly Partial<E>[],
): Promise<void> {
  for (const { sql, parameters } of RowMaker.of(em.connection, entity).inserts(rows)) await em.query(sql, parameters);
}
